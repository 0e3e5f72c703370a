import { useEffect, useEffectEvent } from 'react'
import type { FetchState } from '#web/lib/access/file-connection.ts'
import { listen, useOnline } from '#web/lib/browser-events.ts'
import { formatDownloadSize } from '#web/lib/format/bytes.ts'
import { Button } from '#web/ui/button.tsx'
import { Spinner } from '#web/ui/spinner.tsx'

/** Loading indicator with the number of bytes received, and the total when the file is not fetched in ranges. */
export function Loading({ fetchState: { received, total, whole } = { received: 0 } }: { fetchState?: FetchState }) {
  return (
    <div className="viewer-message viewer-loading" role="status">
      <Spinner className="viewer-spinner" />
      <span>Loading…</span>
      {received > 0 && (
        <span className="viewer-bytes">
          {whole && total ? `${formatDownloadSize(received)} of ${formatDownloadSize(total)}` : formatDownloadSize(received)}
        </span>
      )}
    </div>
  )
}

/** Error message for a document that can't be opened. Retries when the connection is restored. */
export function LoadFailure({ onRetry }: { onRetry: () => void }) {
  const online = useOnline()
  const retry = useEffectEvent(onRetry)
  useEffect(() => listen(window, 'online', () => retry()), [])

  return (
    <div className="viewer-message" role="alert">
      <p className="viewer-message-title">Error loading document</p>
      <p>Please try again later</p>
      {!online && <p>You are offline. The document opens by itself when the connection is back.</p>}
      <Button onClick={onRetry}>Try again</Button>
    </div>
  )
}

/** Message that the visitor gave no password. Also displayed if the browser suppresses repeated password prompts. */
export function PasswordMissing({ onRetry }: { onRetry: () => void }) {
  return (
    <div className="viewer-message" role="alert">
      <p className="viewer-message-title">This document needs a password</p>
      <p>It opens when you enter the password.</p>
      <Button onClick={onRetry}>Enter password</Button>
    </div>
  )
}
