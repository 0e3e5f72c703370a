import type { ReactNode } from 'react'

/**
 * What a card offers in a `noscript`, since its buttons need scripts: a link to a free file, else a note that buying needs
 * them. Only the server renders it, so that no browser loads its code.
 */
export function OpenWithoutScripts({
  free,
  file,
  describedBy,
  className,
  children,
}: {
  free: boolean
  file: string
  describedBy: string
  className: string
  children: ReactNode
}) {
  if (!free)
    return (
      <p className="flex min-h-11 items-center text-right text-sm text-soft leading-snug in-[.on-dark]:text-haze">
        Buying needs JavaScript
      </p>
    )
  return (
    <a href={file} aria-describedby={describedBy} className={className}>
      {children}
    </a>
  )
}
