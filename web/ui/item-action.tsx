import type { ReactNode } from 'react'
import { Button, buttonClass } from './button.tsx'

/**
 * Main button of an item's page, which opens the item or leads to its checkout. Without scripts, a free item has a link to its file
 * instead.
 */
export function ItemAction({
  access: { verifying, open, intent },
  label,
  icon,
  freeFile,
}: {
  access: { verifying: boolean; open: () => void; intent: Record<string, () => void> }
  label: string
  icon: ReactNode
  /** The file's URL if the item is free */
  freeFile: string | false
}) {
  return (
    <>
      <Button busy={verifying} onClick={open} className="noscript:hidden" {...intent}>
        {!verifying && icon}
        {verifying ? 'Verifying access...' : label}
      </Button>
      <noscript>
        {/* Rendered by the server only, so that no browser loads this code. */}
        {import.meta.env.SSR &&
          (freeFile ? (
            <a href={freeFile} className={buttonClass()}>
              {icon}
              {label}
            </a>
          ) : (
            <p className="text-soft">Buying needs JavaScript.</p>
          ))}
      </noscript>
    </>
  )
}
