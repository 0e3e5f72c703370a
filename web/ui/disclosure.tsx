import ChevronDown from 'lucide-react/icons/chevron-down'
import type { ReactNode, ToggleEvent } from 'react'
import { classNames } from '#web/lib/class-names.ts'

/**
 * Title that expands its content and scrolls the content into view. `onToggle` is called on opening and closing, and `onPrepare` when
 * opening is likely.
 */
export function Disclosure({
  title,
  className,
  onToggle,
  onPrepare,
  children,
}: {
  title: string
  className?: string
  onToggle?: (open: boolean) => void
  onPrepare?: () => void
  children: ReactNode
}) {
  function handleToggle({ currentTarget, newState }: ToggleEvent<HTMLDetailsElement>) {
    if (newState === 'open') currentTarget.scrollIntoView({ block: 'nearest' })
    onToggle?.(newState === 'open')
  }
  return (
    <details onToggle={handleToggle} onPointerEnter={onPrepare} onFocus={onPrepare} className={classNames('scroll-mt-20', className)}>
      <summary className="flex min-h-11 cursor-pointer list-none items-center justify-between gap-4 py-2 font-semibold text-base [&::-webkit-details-marker]:hidden">
        {title}
        <ChevronDown aria-hidden className="size-5 shrink-0 transition-transform duration-150 [[open]>summary>&]:rotate-180" />
      </summary>
      {children}
    </details>
  )
}
