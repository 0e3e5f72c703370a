import ChevronDown from 'lucide-react/icons/chevron-down'
import { useEffect, useId, useRef, useState } from 'react'
import { NavLink, useLocation } from 'react-router'
import { listen } from '#web/lib/browser-events.ts'
import { categoryColor } from '#web/lib/category-color.ts'
import { classNames } from '#web/lib/class-names.ts'
import { useBackCloses } from '#web/lib/history/overlay-history.ts'
import { useSite } from '#web/lib/site.tsx'
import { programLinks } from './links.ts'

/**
 * Disclosure button with links to the programs, following the disclosure pattern for site navigation. The list closes on Escape and Back, when a
 * link is chosen, and on a click or focus outside.
 */
export function ProgramsMenu() {
  const programs = programLinks(useSite())
  const [open, setOpen] = useState(false)
  const box = useRef<HTMLDivElement>(null)
  const button = useRef<HTMLButtonElement>(null)
  const listId = useId()
  const current = useLocation().pathname.startsWith('/programs/')

  useBackCloses(open, () => setOpen(false))
  useEffect(() => {
    if (!open) return
    return listen(document, 'pointerdown focusin keydown', (event) => {
      const isEscape = event instanceof KeyboardEvent && event.key === 'Escape'
      if (isEscape || (event.type !== 'keydown' && !box.current?.contains(event.target as Node))) setOpen(false)
      if (isEscape) button.current?.focus()
    })
  }, [open])

  return (
    <div ref={box} className="relative">
      <button
        ref={button}
        type="button"
        aria-expanded={open}
        aria-controls={open ? listId : undefined}
        onClick={() => setOpen(!open)}
        className={classNames(
          'inline-flex min-h-11 items-center gap-1 decoration-2 underline-offset-[0.45em] hover:underline',
          current && 'underline decoration-lamp-2',
        )}
      >
        Programs
        <ChevronDown aria-hidden className={classNames('size-4 transition-transform duration-200', open && 'rotate-180')} />
      </button>
      {open && (
        <ul
          id={listId}
          className="absolute top-full -right-48 mt-3 grid w-[43rem] animate-fade xl:right-auto xl:left-1/2 xl:transform-[translateX(-50%)] grid-cols-2 gap-x-8 rounded-[4px] bg-paper px-7 py-3 text-ink shadow-float [--focus:var(--color-lamp-deep)]"
        >
          {programs.map((program, index) => (
            <li key={program.to} className={classNames('border-rule', index > 1 && 'border-t')}>
              <NavLink to={program.to} onClick={() => setOpen(false)} className="group block py-4">
                <span className="flex items-center gap-3 font-medium font-serif text-lg leading-tight group-hover:text-lamp-deep">
                  <span aria-hidden className={classNames('h-4 w-1 shrink-0 rounded-full', categoryColor(program.categories))} />
                  {program.text}
                </span>
                <span className="mt-1.5 block text-pretty pl-4 text-sm text-soft leading-snug">{program.summary}</span>
              </NavLink>
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}
