import type { ReactNode } from 'react'

/**
 * Button that opens a card's item and needs JavaScript. Without JavaScript, a free item has a link to its file, and any other item a note
 * that buying needs JavaScript.
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
        {/* The `noscript` content is rendered only by the server, so that no browser loads its code. */}
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
