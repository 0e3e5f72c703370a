import ChevronDown from 'lucide-react/icons/chevron-down'
import type { ToggleEvent } from 'react'
import { classNames } from '#web/lib/class-names.ts'

/** An item's whole description, which cards cut off. It scrolls into view when it is opened. */
export function Description({ title, text, className }: { title: string; text: string; className?: string }) {
  function bringIntoView({ currentTarget, newState }: ToggleEvent<HTMLDetailsElement>) {
    if (newState === 'open') currentTarget.scrollIntoView({ block: 'nearest' })
  }
  return (
    <details onToggle={bringIntoView} className={classNames('group scroll-mt-20', className)}>
      <summary className="flex min-h-11 cursor-pointer list-none items-center justify-between gap-4 py-2 font-semibold text-base [&::-webkit-details-marker]:hidden">
        {title}
        <ChevronDown aria-hidden className="size-5 shrink-0 transition-transform duration-150 group-open:rotate-180" />
      </summary>
      <p dir="auto" className="max-w-[68ch] whitespace-pre-line pb-3 [overflow-wrap:anywhere]">
        {text}
      </p>
    </details>
  )
}
