import { classNames } from '#web/lib/class-names.ts'

/**
 * Spinner in the size and color of the surrounding text. Without a label, the spinner is hidden from screen readers and needs a text beside
 * it.
 */
export function Spinner({ label, className }: { label?: string; className?: string }) {
  return (
    <>
      <svg viewBox="0 0 24 24" aria-hidden className={classNames('inline-block size-[1.15em] shrink-0 animate-spin', className)}>
        <circle cx="12" cy="12" r="9.5" fill="none" stroke="currentColor" strokeWidth="2.5" opacity="0.25" />
        <path d="M21.5 12A9.5 9.5 0 0 0 12 2.5" fill="none" stroke="currentColor" strokeWidth="2.5" strokeLinecap="round" />
      </svg>
      {label && <span className="sr-only">{label}</span>}
    </>
  )
}
