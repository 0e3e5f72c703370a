import { useEffect, useEffectEvent } from 'react'
import { useOnline } from '#web/lib/use-online.ts'
import { Button } from '#web/ui/button.tsx'

/** The document can't be opened. Retries when the connection comes back. */
export function LoadFailure({ onRetry }: { onRetry: () => void }) {
  const online = useOnline()
  const retry = useEffectEvent(onRetry)
  useEffect(() => {
    const again = () => retry()
    addEventListener('online', again)
    return () => removeEventListener('online', again)
  }, [])

  return (
    <div className="viewer-message" role="alert">
      <p className="viewer-message-title">Error loading document</p>
      <p>Please try again later</p>
      {!online && <p>You are offline. The document opens by itself when the connection is back.</p>}
      <Button onClick={onRetry}>Try again</Button>
    </div>
  )
}
