import { NavLink } from 'react-router'
import { classNames } from '#web/lib/class-names.ts'
import { Brand } from './brand.tsx'
import { founderLink, linksAfterPrograms, linksBeforePrograms, ownedLink } from './links.ts'
import { MenuWithoutScripts } from './menu-without-scripts.tsx'
import { MobileMenu } from './mobile-menu.tsx'
import { ProgramsMenu } from './programs-menu.tsx'
import { useScrolled } from './use-scrolled.ts'

const LINK =
  'inline-flex min-h-11 min-w-11 items-center justify-center whitespace-nowrap decoration-2 underline-offset-[0.45em] hover:underline aria-[current=page]:underline aria-[current=page]:decoration-lamp-2'

/** Transparent over a hero, white once the page is scrolled or without a hero. */
export function SiteHeader({ overHero }: { overHero: boolean }) {
  const scrolled = useScrolled()
  const isTransparent = overHero && !scrolled
  return (
    <header
      data-scrolled={scrolled ?? false}
      className={classNames(
        'inset-x-0 top-0 z-40 transition-[background-color,box-shadow,color] duration-200',
        // It can't turn white before scripts run, so it scrolls away with the hero.
        overHero && scrolled === undefined ? 'absolute' : 'fixed',
        isTransparent ? 'on-dark bg-transparent text-white' : 'bg-white text-ink shadow-[0_1px_0_var(--color-rule)]',
      )}
    >
      <div
        className={classNames(
          'flex items-center justify-between gap-2 px-[min(1.25rem,6.25vw)] transition-[padding] duration-200 md:px-8 lg:gap-6 xl:px-12',
          isTransparent ? 'py-4' : 'py-2',
        )}
      >
        <Brand onDark={isTransparent} />
        <nav aria-label="Main" className="hidden font-medium text-base lg:block">
          <ul className="flex items-center gap-x-6 xl:gap-x-7">
            {linksBeforePrograms.map((link) => (
              <li key={link.to}>
                <NavLink to={link.to} end className={LINK}>
                  {link.text}
                </NavLink>
              </li>
            ))}
            <li className="noscript:hidden">
              <ProgramsMenu />
            </li>
            {linksAfterPrograms.map((link) => (
              <li key={link.to}>
                <NavLink to={link.to} className={LINK}>
                  {link.text}
                </NavLink>
              </li>
            ))}
            <li className="hidden xl:block">
              <NavLink to={founderLink.to} className={LINK}>
                {founderLink.text}
              </NavLink>
            </li>
            <li className="hidden in-data-owner:block">
              <NavLink to={ownedLink.to} className={LINK}>
                {ownedLink.text}
              </NavLink>
            </li>
          </ul>
        </nav>
        <MobileMenu />
        <noscript>{import.meta.env.SSR && <MenuWithoutScripts />}</noscript>
      </div>
    </header>
  )
}
