import { Link } from 'react-router'
import { logos } from '#site/art/brand-art.ts'
import { useSite } from '#web/lib/site.tsx'

export function Brand({ onDark = false }: { onDark?: boolean }) {
  const { brand } = useSite()
  return (
    <Link to="/" className="inline-flex min-h-11 shrink-0 items-center gap-2.5">
      <img src={onDark ? logos.onDark : logos.onLight} alt="" width={64} height={58} className="h-[min(1.75rem,9vw)] w-auto md:h-8" />
      <span className="font-medium font-serif text-[min(1.625rem,9vw)] leading-none tracking-title">{brand.name}</span>
    </Link>
  )
}
