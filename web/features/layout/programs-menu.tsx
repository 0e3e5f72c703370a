import ChevronDown from 'lucide-react/icons/chevron-down'
import { NavigationMenu } from 'radix-ui'
import { useState } from 'react'
import { NavLink, useLocation } from 'react-router'
import { categoryColour } from '#web/lib/category-colour.ts'
import { classNames } from '#web/lib/class-names.ts'
import { programLinks } from './links.ts'

/** The six programs, under one word of the header. */
export function ProgramsMenu() {
  const [open, setOpen] = useState('')
  const current = useLocation().pathname.startsWith('/programs/')
  return (
    <NavigationMenu.Root value={open} onValueChange={setOpen} delayDuration={80} aria-label="Programs" className="relative">
      <NavigationMenu.List>
        <NavigationMenu.Item value="programs">
          <NavigationMenu.Trigger
            className={classNames(
              'group inline-flex min-h-11 items-center gap-1 decoration-2 underline-offset-[0.45em] hover:underline',
              current && 'underline decoration-lamp-2',
            )}
          >
            Programs
            <ChevronDown aria-hidden className="size-4 transition-transform duration-200 group-data-[state=open]:rotate-180" />
          </NavigationMenu.Trigger>
          <NavigationMenu.Content className="absolute top-full left-1/2 w-[43rem] -translate-x-1/2 pt-3 data-[state=open]:animate-fade">
            <ul className="grid grid-cols-2 gap-x-8 rounded-[4px] bg-paper px-7 py-3 text-ink shadow-float [--focus:var(--color-lamp-deep)]">
              {programLinks.map((program, index) => (
                <li key={program.to} className={classNames('border-rule', index > 1 && 'border-t')}>
                  <NavigationMenu.Link asChild>
                    <NavLink to={program.to} onClick={() => setOpen('')} className="group block py-4">
                      <span className="flex items-center gap-3 font-medium font-serif text-lg leading-tight group-hover:text-lamp-deep">
                        <span aria-hidden className={classNames('h-4 w-1 shrink-0 rounded-full', categoryColour(program.categories))} />
                        {program.text}
                      </span>
                      <span className="mt-1.5 block pl-4 text-[0.9375rem] text-soft leading-snug">{program.summary}</span>
                    </NavLink>
                  </NavigationMenu.Link>
                </li>
              ))}
            </ul>
          </NavigationMenu.Content>
        </NavigationMenu.Item>
      </NavigationMenu.List>
    </NavigationMenu.Root>
  )
}
