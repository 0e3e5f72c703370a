import { type ReactNode, useId } from 'react'

/**
 * Button that opens a card's item and needs JavaScript. Without JavaScript, a free item has a link to its file, and any other item a note
 * that buying needs JavaScript. The accessible name is the label followed by the item's title, such as “Read Sow in Season”.
 */
export function CardAction({
  access: { verifying, open },
  free,
  file,
  titleId,
  className,
  children,
}: {
  access: { verifying: boolean; open: () => void }
  free: boolean
  file: string
  titleId: string
  className: string
  children: ReactNode
}) {
  const id = useId()
  const linkId = `${id}link`
  return (
    <>
      <button id={id} type="button" disabled={verifying} aria-labelledby={`${id} ${titleId}`} onClick={open} className={className}>
        {children}
      </button>
      <noscript>
        {/* The `noscript` content is rendered only by the server, so that no browser loads its code. */}
        {import.meta.env.SSR &&
          (free ? (
            <a id={linkId} href={file} aria-labelledby={`${linkId} ${titleId}`} className={className}>
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
