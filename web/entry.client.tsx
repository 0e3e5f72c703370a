import { type ReactNode, StrictMode, startTransition, useEffect } from 'react'
import { hydrateRoot } from 'react-dom/client'
import { HydratedRouter } from 'react-router/dom'
import { watchHistory } from './lib/history/overlay-history.ts'

watchHistory()

startTransition(() => {
  hydrateRoot(
    document,
    <StrictMode>
      <Alive>
        <HydratedRouter />
      </Alive>
    </StrictMode>,
  )
})

/** Says that the page answers from now on: what was pressed before is done then (`document/start-after-paint.ts`). */
function Alive({ children }: { children: ReactNode }) {
  useEffect(() => {
    const say = () => dispatchEvent(new Event('alive'))
    // Lists come alive after the page that they stand in. Safari can't tell when there is nothing left to do.
    if ('requestIdleCallback' in window) requestIdleCallback(say, { timeout: 2000 })
    else setTimeout(say, 200)
  }, [])
  return children
}
