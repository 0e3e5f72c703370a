import ChevronDown from 'lucide-react/icons/chevron-down'
import { createContext, type ReactNode, use } from 'react'
import { flushSync } from 'react-dom'
import { classNames } from '#web/lib/class-names.ts'
import { isPicture } from './section-schema.ts'

/** State of a section's form that all its fields share. */
export const SectionState = createContext<{
  /** Error messages by field path */
  errors: Record<string, string>
  /** Path of the open part; the parts around it are open too */
  opened: string
  onOpen: (path: string) => void
}>({ errors: {}, opened: '', onOpen: () => {} })

/** Part of a section's form, which opens below its title and closes the part that was open. `actions` are buttons beside the title. */
export function SectionPart({
  path,
  title,
  content,
  actions,
  children,
}: {
  path: string
  title: string
  content: unknown
  actions?: ReactNode
  children: ReactNode
}) {
  const { errors, opened, onOpen } = use(SectionState)
  const isOpen = isWithin(opened, path)
  const isInvalid = Object.keys(errors).some((field) => isWithin(field, path))
  const excerpt = excerptOf(content, title)
  return (
    <div className="relative border-rule border-t first:border-t-0">
      <details
        open={isOpen}
        className="scroll-mt-20"
        // Browsers open a part themselves to show a text that was searched on the page.
        onToggle={({ currentTarget }) => currentTarget.open && !isOpen && onOpen(path)}
      >
        {/* biome-ignore lint/a11y/noStaticElementInteractions: browsers make a summary interactive */}
        <summary
          onClick={(event) => {
            // The form opens and closes parts, so that the browser never has another one open.
            event.preventDefault()
            const { currentTarget } = event
            flushSync(() => onOpen(isOpen ? path.slice(0, Math.max(path.lastIndexOf('.'), 0)) : path))
            // As much of an opened part is displayed as fits, from its title on.
            const shown = isOpen ? currentTarget : currentTarget.closest('details')
            shown?.scrollIntoView({ block: 'nearest' })
          }}
          className={classNames(
            'flex min-h-14 scroll-mt-20 cursor-pointer list-none items-center gap-3 py-2 [&::-webkit-details-marker]:hidden',
            // Room for three buttons
            actions !== undefined && 'pr-36',
          )}
        >
          <ChevronDown
            aria-hidden
            className="size-5 shrink-0 -rotate-90 text-lamp-deep transition-transform duration-150 [[open]>summary>&]:rotate-0"
          />
          <span className="min-w-0">
            <span className="block font-semibold text-base">{title}</span>
            {isInvalid ? (
              <span className="block text-brick text-sm">Needs a correction</span>
            ) : (
              excerpt !== '' && <span className="block truncate text-sm text-soft [[open]>summary_&]:sr-only">{excerpt}</span>
            )}
          </span>
        </summary>
        <div className="pt-1 pb-6 md:pl-8">{children}</div>
      </details>
      {actions !== undefined && <div className="absolute top-1.5 right-0">{actions}</div>}
    </div>
  )
}

/** Returns whether a field path is in a part, or is the part itself. */
export function isWithin(path: string, part: string): boolean {
  return path === part || path.startsWith(`${part}.`)
}

/** Returns the first text of a part that its title doesn't have already; empty for a part without text. */
function excerptOf(content: unknown, title: string): string {
  if (typeof content === 'string') return title.endsWith(content) || !content.includes(' ') ? '' : content.slice(0, 120)
  if (typeof content !== 'object' || content === null || isPicture(content)) return ''
  for (const value of Object.values(content)) {
    const found = excerptOf(value, title)
    if (found) return found
  }
  return ''
}
