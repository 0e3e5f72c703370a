import { type ReactNode, useEffect, useRef } from 'react'
import { Button } from './button.tsx'
import { Spinner } from './spinner.tsx'

/** Covers the page, and whatever dialog is open on it, while the code of what will open is still on its way. */
export function OpeningScreen({ onClose }: { onClose: () => void }) {
  return (
    <Screen onClose={onClose}>
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

/** In its place when the code did not come. The page beneath stays as it is. */
export function OpeningFailure({ onRetry, onClose }: { onRetry: () => void; onClose: () => void }) {
  const retry = useRef<HTMLButtonElement>(null)
  useEffect(() => {
    const before = document.activeElement
    retry.current?.focus({ preventScroll: true })
    return () => {
      if (before instanceof HTMLElement) before.focus({ preventScroll: true })
    }
  }, [])
  return (
    <Screen onClose={onClose}>
      <p role="alert" className="max-w-[26ch] text-center font-semibold text-lg">
        This could not be loaded. Check your connection.
      </p>
      <div className="flex gap-3">
        <Button ref={retry} size="small" onClick={onRetry}>
          Try again
        </Button>
        <Button variant="outline-light" size="small" onClick={onClose}>
          Close
        </Button>
      </div>
    </Screen>
  )
}

function Screen({ onClose, children }: { onClose: () => void; children: ReactNode }) {
  useEffect(() => {
    // Before an open dialog hears of it, which would close in its stead.
    function closeByKey(event: KeyboardEvent) {
      if (event.key !== 'Escape') return
      event.stopImmediatePropagation()
      onClose()
    }
    window.addEventListener('keydown', closeByKey, true)
    return () => window.removeEventListener('keydown', closeByKey, true)
  }, [onClose])
  return (
    <div
      data-above-dialogs
      className="on-dark pointer-events-auto fixed inset-0 z-60 grid animate-fade place-content-center justify-items-center gap-6 bg-night/95 px-5 text-moon"
    >
      {children}
    </div>
  )
}
