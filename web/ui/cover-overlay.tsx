import type { ReactNode } from 'react'
import { Spinner } from './spinner.tsx'

/**
 * Button over a whole cover, whose label appears on hover. The card's other button does the same, so Tab skips the overlay. While busy it
 * has a spinner.
 */
export function CoverOverlay({
  label,
  icon,
  busy,
  busyLabel,
  describedBy,
  onClick,
}: {
  label: string
  icon: ReactNode
  busy: boolean
  busyLabel: string
  describedBy: string
  onClick: () => void
}) {
  return (
    <>
      <button
        type="button"
        tabIndex={-1}
        disabled={busy}
        aria-describedby={describedBy}
        onClick={onClick}
        className="group/cover absolute inset-0 z-10 grid place-items-center disabled:cursor-progress"
      >
        <span
          className={
            busy
              ? 'sr-only'
              : 'flex transform-[translateY(0.5rem)] items-center gap-2 rounded-full bg-paper px-5 py-2.5 font-[650] text-base text-ink opacity-0 shadow-float transition duration-200 group-hover/cover:transform-none group-hover/cover:opacity-100'
          }
        >
          {icon}
          {label}
        </span>
      </button>
      <span role="status" className={busy ? 'absolute inset-0 z-20 grid place-items-center bg-night/80 p-2 text-center text-moon' : ''}>
        {busy && (
          <span className="grid justify-items-center gap-3 font-semibold text-base">
            <Spinner className="size-8 text-lamp-2" />
            {busyLabel}
          </span>
        )}
      </span>
    </>
  )
}
