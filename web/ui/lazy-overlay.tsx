import type { ReactNode } from 'react'
import type { ItemKey } from '#web/lib/access/item-access.ts'
import { useBackCloses } from '#web/lib/history/overlay-history.ts'
import { useLazyModule } from '#web/lib/use-lazy-module.ts'
import { Button } from './button.tsx'
import { Modal } from './modal.tsx'
import { Spinner } from './spinner.tsx'

/** Loads the code of an overlay, then renders the overlay. A failure is displayed over the page, with a retry button. */
export function LazyOverlay<Module extends object>({
  load,
  reopen,
  hasUrl = false,
  isQuiet = false,
  onClose,
  children,
}: {
  load: () => Promise<Module>
  /** Item to open again if the page must be reloaded */
  reopen?: ItemKey
  /** Whether the overlay has its own URL, so that Back closes the overlay without an additional history entry */
  hasUrl?: boolean
  /** Whether nothing is displayed until the code is loaded, for an overlay that nobody asked for */
  isQuiet?: boolean
  onClose: () => void
  children: (module: Module) => ReactNode
}) {
  const { module, failed, retry } = useLazyModule(load, reopen)
  useBackCloses(!module && !hasUrl && !isQuiet, onClose)

  if (module) return children(module)
  if (isQuiet) return null
  return failed ? <OpeningFailure onRetry={retry} onClose={onClose} /> : <OpeningScreen onClose={onClose} />
}

/** Screen that covers the page and its dialogs while the code of an overlay is loading. */
export function OpeningScreen({ onClose }: { onClose: () => void }) {
  return (
    <Screen label="Loading" onClose={onClose}>
      <p role="status" className="flex items-center gap-3 font-semibold text-lg">
        <Spinner className="size-7 text-lamp-2" />
        Loading
      </p>
      <Button variant="outline-light" size="small" onClick={onClose}>
        Close
      </Button>
    </Screen>
  )
}

function OpeningFailure({ onRetry, onClose }: { onRetry: () => void; onClose: () => void }) {
  return (
    <Screen label="Not loaded" onClose={onClose}>
      <p role="alert" className="max-w-[26ch] text-center font-semibold text-lg">
        This could not be loaded. Check your connection.
      </p>
      <div className="flex gap-3">
        <Button size="small" onClick={onRetry}>
          Try again
        </Button>
        <Button variant="outline-light" size="small" onClick={onClose}>
          Close
        </Button>
      </div>
    </Screen>
  )
}

function Screen({ label, onClose, children }: { label: string; onClose: () => void; children: ReactNode }) {
  return (
    <Modal
      role="alertdialog"
      aria-label={label}
      backCloses={false}
      onClose={onClose}
      overlay=""
      className="on-dark fixed inset-0 grid animate-fade place-content-center justify-items-center gap-6 bg-night/95 px-5 text-moon"
    >
      {children}
    </Modal>
  )
}
