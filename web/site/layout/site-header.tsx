import ChevronDown from 'lucide-react/icons/chevron-down'
import Search from 'lucide-react/icons/search'
import { useSyncExternalStore } from 'react'
import { NavLink } from 'react-router'
import { listen } from '#web/lib/browser-events.ts'
import { classNames } from '#web/lib/class-names.ts'
import { useSite } from '#web/lib/site.tsx'
import { Brand } from './brand.tsx'
import { founderLink, linksAfterPrograms, linksBeforePrograms, ownedLink, programLinks, shelfLink } from './links.ts'
import { MobileMenu } from './mobile-menu.tsx'
import { ProgramsMenu } from './programs-menu.tsx'

const LINK =
  'inline-flex min-h-11 min-w-11 items-center justify-center whitespace-nowrap decoration-2 underline-offset-[0.45em] hover:underline aria-[current=page]:underline aria-[current=page]:decoration-lamp-2'

const WHITE = 'bg-white text-ink shadow-[0_1px_0_var(--color-rule)]'
/** Styles of a scrolled header before hydration, when an attribute marks a scrolled page (start-after-paint.ts). */
const WHITE_IF_SCROLLED =
  'in-data-early-scroll:bg-white in-data-early-scroll:bg-none in-data-early-scroll:text-ink in-data-early-scroll:shadow-[0_1px_0_var(--color-rule)]'

/**
 * Site header: transparent over a hero image, white on scrolled pages and on pages without a hero image. On phones the title is close to
 * the header, and would move below the logo before the header is white; the header of a page that leaves the top is therefore dark.
 */
export function SiteHeader({ overHero }: { overHero: boolean }) {
  const site = useSite()
  const position = useScrollPosition()
  const scrolled = position === 'scrolled'
  const isTransparent = overHero && !scrolled
  const isWaiting = overHero && position === undefined
  return (
    <header
      data-scrolled={scrolled}
      className={classNames(
        'fixed inset-x-0 top-0 z-40 transition-[background-color,box-shadow,color] duration-200',
        // The gradient ensures that the text is readable over light parts of the hero image.
        isTransparent ? 'on-dark bg-linear-to-b from-night/40 text-white' : WHITE,
        isTransparent && position === 'leaving' && 'max-sm:bg-night max-sm:duration-100',
        isWaiting && `max-sm:in-data-early-leave:bg-night ${WHITE_IF_SCROLLED}`,
      )}
    >
      {/* The dark background is for browsers without scripts, where the header can't change when the page is scrolled. */}
      {isWaiting && (
        <noscript>
          <span className="absolute inset-0 -z-10 bg-night" />
        </noscript>
      )}
      <div
        className={classNames(
          'flex items-center justify-between gap-2 wrap transition-[padding] duration-200 lg:gap-6',
          isTransparent ? 'py-2 sm:py-4' : 'py-2',
        )}
      >
        <Brand ground={isWaiting ? 'dark-until-scrolled' : isTransparent ? 'dark' : 'light'} />
        <nav aria-label="Main" className="ml-auto hidden font-medium text-base lg:block">
          <ul className="flex items-center gap-x-6">
            {linksBeforePrograms.map((link) => (
              <HeaderLink key={link.to} {...link} end />
            ))}
            <li className="noscript:hidden">
              <ProgramsMenu />
            </li>
            {linksAfterPrograms.map((link) => (
              <HeaderLink key={link.to} {...link} />
            ))}
            {/* All of them would be too long beside the name of the site. */}
            <HeaderLink {...founderLink(site)} className="hidden xl:not-in-data-keeper:not-in-data-owner:block" />
            <HeaderLink {...ownedLink} className="hidden in-data-owner:block" />
            <HeaderLink {...shelfLink} className="hidden xl:in-data-keeper:block in-data-keeper:not-in-data-owner:block" />
          </ul>
        </nav>
        <NavLink to="/search" aria-label="Search" className="ml-auto grid size-11 place-items-center lg:-mr-2.5 lg:ml-0">
          <Search aria-hidden className="size-6" />
        </NavLink>
        <MobileMenu />
        <noscript>{import.meta.env.SSR && <MenuWithoutScripts />}</noscript>
      </div>
    </header>
  )
}

function HeaderLink({ to, text, end, className }: { to: string; text: string; end?: boolean; className?: string }) {
  return (
    <li className={className}>
      <NavLink to={to} end={end} className={LINK}>
        {text}
      </NavLink>
    </li>
  )
}

const SWITCH_ABOVE_PX = 50

type ScrollPosition = 'top' | 'leaving' | 'scrolled'

/** Returns the scroll position, as far as the header depends on it; undefined on the server. */
function useScrollPosition(): ScrollPosition | undefined {
  return useSyncExternalStore<ScrollPosition | undefined>(
    subscribe,
    () => (window.scrollY > SWITCH_ABOVE_PX ? 'scrolled' : window.scrollY > 0 ? 'leaving' : 'top'),
    () => undefined,
  )
}

const subscribe = (listener: () => void) => listen(window, 'scroll', listener)

/**
 * Links to all pages for browsers without scripts, in which neither the mobile menu nor the programs menu opens. Rendered only by the
 * server, so that browsers don't load the code.
 */
function MenuWithoutScripts() {
  const site = useSite()
  return (
    <details className="group font-medium text-base">
      <summary className="flex min-h-11 list-none items-center gap-1 [&::-webkit-details-marker]:hidden">
        Menu
        <ChevronDown aria-hidden className="size-4 group-open:rotate-180" />
      </summary>
      <nav
        aria-label="All pages"
        className="on-dark absolute inset-x-0 top-full max-h-[calc(100svh-5rem)] overflow-y-auto bg-night px-5 py-3 text-moon md:left-auto md:w-88 md:px-8"
      >
        <ul>
          {[...linksBeforePrograms, ...programLinks(site), ...linksAfterPrograms, founderLink(site)].map(({ to, text }) => (
            <li key={to}>
              <a href={to} className="flex min-h-11 items-center py-1.5 decoration-2 underline-offset-[0.45em] hover:underline">
                {text}
              </a>
            </li>
          ))}
        </ul>
      </nav>
    </details>
  )
}
