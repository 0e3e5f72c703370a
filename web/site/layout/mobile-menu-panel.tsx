import ChevronDown from 'lucide-react/icons/chevron-down'
import Search from 'lucide-react/icons/search'
import X from 'lucide-react/icons/x'
import type { FormEvent, MouseEvent } from 'react'
import { useEffect, useEffectEvent, useId, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { NavLink, useLocation, useNavigate } from 'react-router'
import { ownedItems } from '#web/lib/access/owned-items.ts'
import { listen } from '#web/lib/browser-events.ts'
import { useDownloadList } from '#web/lib/downloads/download-list.ts'
import { useSite } from '#web/lib/site.tsx'
import { Modal } from '#web/ui/modal.tsx'
import { Brand } from './brand.tsx'
import { founderLink, linksAfterPrograms, linksBeforePrograms, ownedLink, programLinks, shelfLink } from './links.ts'

const LINK = 'block py-2.5 font-serif text-title-lg leading-tight aria-[current=page]:text-lamp-2'

export function MobileMenuPanel({ open, onClose }: { open: boolean; onClose: () => void }) {
  const site = useSite()
  const navigate = useNavigate()
  const owns = Boolean(ownedItems.useValue())
  const keeps = useDownloadList().length > 0
  useMenuAutoClose(onClose)

  function follow(event: MouseEvent) {
    const link = event.target instanceof Element && event.target.closest('a')
    if (!link || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return
    event.preventDefault()
    leaveFor(link.pathname)
  }

  function search(event: FormEvent<HTMLFormElement>) {
    event.preventDefault()
    const q = new FormData(event.currentTarget).get('q')
    leaveFor(`/search?${new URLSearchParams({ q: String(q) })}`)
  }

  function leaveFor(url: string) {
    // The menu is closed first, so that the next page replaces the menu's history entry.
    flushSync(onClose)
    navigate(url)
  }

  return (
    <Modal
      open={open}
      aria-label="Menu"
      overlay=""
      onClose={onClose}
      onClickCapture={follow}
      className="on-dark fixed inset-0 flex flex-col overflow-y-auto overscroll-contain bg-night text-moon data-[state=closed]:animate-slide-out data-[state=open]:animate-slide lg:hidden"
    >
      <div className="flex items-center justify-between px-5 py-4 md:px-8">
        <Brand ground="dark" />
        <button type="button" aria-label="Close menu" data-autofocus onClick={onClose} className="-mr-2 grid size-11 place-items-center">
          <X aria-hidden className="size-7" />
        </button>
      </div>
      <search className="px-5 pt-2 pb-2 md:px-8">
        <form onSubmit={search} className="relative">
          <Search aria-hidden className="pointer-events-none absolute top-3 left-3.5 size-5 text-haze" />
          <input
            type="search"
            name="q"
            required
            aria-label="Search everything"
            placeholder="Search everything"
            maxLength={200}
            autoComplete="off"
            enterKeyHint="search"
            className="block min-h-11 w-full rounded-control border border-haze bg-transparent py-2 pr-3 pl-11 text-md placeholder:text-haze"
          />
        </form>
      </search>
      <nav aria-label="Main" className="px-5 pt-4 pb-12 md:px-8">
        <ul className="divide-y divide-night-rule">
          {linksBeforePrograms.map((link) => (
            <MenuLink key={link.to} {...link} />
          ))}
          <li>
            <ProgramsGroup />
          </li>
          {[...linksAfterPrograms, founderLink(site), ...(owns ? [ownedLink] : []), ...(keeps ? [shelfLink] : [])].map((link) => (
            <MenuLink key={link.to} {...link} />
          ))}
        </ul>
      </nav>
    </Modal>
  )
}

function MenuLink({ to, text }: { to: string; text: string }) {
  return (
    <li>
      <NavLink to={to} end={to === '/'} className={LINK}>
        {text}
      </NavLink>
    </li>
  )
}

function ProgramsGroup() {
  const programs = programLinks(useSite())
  const [open, setOpen] = useState(false)
  const id = useId()
  return (
    <>
      <button
        type="button"
        aria-expanded={open}
        aria-controls={open ? id : undefined}
        onClick={() => setOpen(!open)}
        className="group flex w-full items-center justify-between py-2.5 text-left font-serif text-title-lg leading-tight"
      >
        Programs
        <ChevronDown aria-hidden className="size-6 transition-transform duration-200 group-aria-expanded:rotate-180" />
      </button>
      {open && (
        <ul id={id} className="animate-unfold pb-3">
          {programs.map((program) => (
            <li key={program.to}>
              <NavLink
                to={program.to}
                className="flex min-h-11 items-center border-night-rule border-l-2 py-1.5 pl-4 text-lg text-moon/90 aria-[current=page]:border-lamp-2 aria-[current=page]:text-lamp-2"
              >
                {program.text}
              </NavLink>
            </li>
          ))}
        </ul>
      )}
    </>
  )
}

/** Media query for the breakpoint `lg`, from which the header has space for all links. */
const WIDE = '(min-width: 64rem)'

/** Closes the menu after navigation, and when the viewport becomes wide, such as when a tablet is rotated. */
function useMenuAutoClose(onClose: () => void): void {
  const close = useEffectEvent(onClose)
  const { pathname } = useLocation()
  const openedOn = useRef(pathname)

  useEffect(() => {
    if (pathname !== openedOn.current) close()
    openedOn.current = pathname
  }, [pathname])

  useEffect(() => {
    const screen = matchMedia(WIDE)
    const update = () => screen.matches && close()
    update()
    return listen(screen, 'change', update)
  }, [])
}
