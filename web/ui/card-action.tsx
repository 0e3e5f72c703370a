import type { ReactNode } from 'react'

/**
 * Button that opens a card's item. It needs scripts: without them a free item has a link to its file, and any other item a note that buying
 * needs JavaScript.
 */
export function CardAction({
  access: { verifying, open },
  free,
  file,
  describedBy,
  className,
  children,
}: {
  access: { verifying: boolean; open: () => void }
  free: boolean
  file: string
  describedBy: string
  className: string
  children: ReactNode
}) {
  return (
    <>
      <button type="button" disabled={verifying} aria-describedby={describedBy} onClick={open} className={className}>
        {children}
      </button>
      <noscript>
        {/* Rendered by the server only, so that no browser loads this code. */}
        {import.meta.env.SSR &&
          (free ? (
            <a href={file} aria-describedby={describedBy} className={className}>
              {children}
            </a>
          ) : (
            <p className="flex min-h-11 items-center text-right text-sm text-soft leading-snug in-[.on-dark]:text-haze">
              Buying needs JavaScript
            </p>
          ))}
      </noscript>
    </>
  )
}
