import { Link } from 'react-router'
import { logos as initialLogos } from '#site/art/brand-art.ts'
import { classNames } from '#web/lib/class-names.ts'
import { useSite } from '#web/lib/site.tsx'

const SIZE = { width: 64, height: 58 }
const INITIAL = { onDark: { src: initialLogos.onDark, ...SIZE }, onLight: { src: initialLogos.onLight, ...SIZE } }

/** Number of letters above which a name takes two lines of a smaller size on a phone */
const LONG_NAME = 16

/** Returns whether a logo leaves no room for the name on a phone. Wide logos have the name in them. */
const isWide = ({ width, height }: { width: number; height: number }) => width > 2.5 * height

/**
 * Logo and name of the site. Before hydration, it is unknown whether the header's background is light or dark, so both logos are rendered
 * and the stylesheet selects one.
 */
export function Brand({ ground = 'light' }: { ground?: 'light' | 'dark' | 'dark-until-scrolled' }) {
  const { brand, logos = INITIAL } = useSite()
  return (
    <Link to="/" className="inline-flex min-h-11 min-w-0 items-center gap-2.5">
      {ground !== 'light' && <Logo logo={logos.onDark} className={ground === 'dark' ? undefined : 'in-data-early-scroll:hidden'} />}
      {ground !== 'dark' && <Logo logo={logos.onLight} className={ground === 'light' ? undefined : 'hidden in-data-early-scroll:block'} />}
      <span
        className={classNames(
          'line-clamp-2 min-w-0 font-medium font-serif tracking-title [overflow-wrap:anywhere]',
          brand.name.length > LONG_NAME ? 'text-lg leading-tight md:text-xl' : 'text-[min(1.625rem,9vw)] leading-none',
          isWide(logos.onLight) && 'max-sm:sr-only',
        )}
      >
        {brand.name}
      </span>
    </Link>
  )
}

function Logo({ logo, className }: { logo: { src: string; width: number; height: number }; className: string | undefined }) {
  return <img {...logo} alt="" className={classNames('h-[min(1.75rem,9vw)] w-auto max-w-40 shrink-0 object-contain md:h-8', className)} />
}
