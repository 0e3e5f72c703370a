import type { ReactNode } from 'react'
import { Button, buttonClass } from './button.tsx'

/** Main button of an item's page, which opens the item or its checkout. Without JavaScript, a free item has a link to its file instead. */
export function ItemAction({
  access: { verifying, open, intent },
  label,
  icon,
  freeFile,
}: {
  access: { verifying: boolean; open: () => void; intent: Record<string, () => void> }
  label: string
  icon: ReactNode
  /** URL of the file if the item is free */
  freeFile: string | false
}) {
  return (
    <>
      <Button busy={verifying} onClick={open} className="noscript:hidden" {...intent}>
        {!verifying && icon}
        {verifying ? 'Verifying access...' : label}
      </Button>
      <noscript>
        {/* The `noscript` content is rendered only by the server, so that no browser loads its code. */}
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
