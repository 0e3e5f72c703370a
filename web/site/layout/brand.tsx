import { Link } from 'react-router'
import { logos } from '#site/art/brand-art.ts'
import { classNames } from '#web/lib/class-names.ts'
import { useSite } from '#web/lib/site.tsx'

/** Logo and name. Before hydration the header does not know its ground, so both logos are rendered and the stylesheet chooses. */
export function Brand({ ground = 'light' }: { ground?: 'light' | 'dark' | 'dark-until-scrolled' }) {
  const { brand } = useSite()
  return (
    <Link to="/" className="inline-flex min-h-11 shrink-0 items-center gap-2.5">
      {ground !== 'light' && <Logo src={logos.onDark} className={ground === 'dark' ? undefined : 'in-data-early-scroll:hidden'} />}
      {ground !== 'dark' && <Logo src={logos.onLight} className={ground === 'light' ? undefined : 'hidden in-data-early-scroll:block'} />}
      <span className="font-medium font-serif text-[min(1.625rem,9vw)] leading-none tracking-title">{brand.name}</span>
    </Link>
  )
}

function Logo({ src, className }: { src: string; className: string | undefined }) {
  return <img src={src} alt="" width={64} height={58} className={classNames('h-[min(1.75rem,9vw)] w-auto md:h-8', className)} />
}
