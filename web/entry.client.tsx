import { type ReactNode, StrictMode, startTransition, useEffect } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { trackHistory } from './lib/history/overlay-history.ts'

trackHistory()

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <HydrationSignal>
        <HydratedRouter />
      </HydrationSignal>
    </StrictMode>,
  )
})

/** Dispatches the event `hydrated`, after which `document/start-after-paint.ts` replays earlier clicks. */
function HydrationSignal({ children }: { children: ReactNode }) {
  useEffect(() => {
    const signal = () => dispatchEvent(new Event('hydrated'))
    // The event is delayed, since suspended lists hydrate after the page. Safari lacks `requestIdleCallback`.
    if (window.requestIdleCallback) window.requestIdleCallback(signal, { timeout: 2000 })
    else setTimeout(signal, 200)
  }, [])
  return children
}
