import ChevronDown from 'lucide-react/icons/chevron-down'
import { founderLink, linksAfterPrograms, linksBeforePrograms, programLinks } from './links.ts'

/**
 * Links to all pages for browsers without scripts, where neither the mobile menu nor the programs menu opens. Rendered only by the
 * server, so that its code is not in the bundle.
 */
export function MenuWithoutScripts() {
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
          {[...linksBeforePrograms, ...programLinks, ...linksAfterPrograms, founderLink].map(({ to, text }) => (
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
