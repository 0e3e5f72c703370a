import { useEffect, useEffectEvent, useState } from 'react'
import type { FetchState } from '#web/lib/access/file-connection.ts'
import { listen, useOnline } from '#web/lib/browser-events.ts'
import { formatDownloadSize } from '#web/lib/format/bytes.ts'
import { Button, buttonClass } from '#web/ui/button.tsx'
import { Spinner } from '#web/ui/spinner.tsx'

/** Time after which the loading indicator explains itself and offers other ways to the content. */
const SLOW_MS = 5000

/** Other ways to content that is slow to load. Each of them is optional. */
export type OtherWays = {
  /** The other view of the book */
  view?: { label: string; open: () => void } | undefined
  /** Download of the file, if it is free */
  download?: { url: string; label: string } | undefined
  onRetry?: (() => void) | undefined
}

/**
 * Loading indicator with the number of bytes received, and the total when the file is not fetched in ranges. After a few seconds, it says
 * whether the server is busy or the connection slow, and offers other ways to the content.
 */
export function Loading({
  fetchState: { received, total, whole, isBusy } = { received: 0 },
  ways = {},
}: {
  fetchState?: FetchState
  ways?: OtherWays
}) {
  const [isSlow, setIsSlow] = useState(false)
  useEffect(() => {
    const timer = setTimeout(setIsSlow, SLOW_MS, true)
    return () => clearTimeout(timer)
  }, [])
  return (
    <div className="viewer-message viewer-loading">
      <div role="status" className="viewer-loading-state">
        <Spinner className="viewer-spinner" />
        <span>Loading…</span>
        {received > 0 && (
          <span className="viewer-bytes">
            {whole && total ? `${formatDownloadSize(received)} of ${formatDownloadSize(total)}` : formatDownloadSize(received)}
          </span>
        )}
        {isSlow && (
          <span className="viewer-slow">
            {isBusy
              ? 'The server is busy. The reader tries again every few seconds.'
              : 'This takes longer than usual. Your connection may be slow.'}
          </span>
        )}
      </div>
      {isSlow && <Ways {...ways} />}
    </div>
  )
}

function Ways({ view, download, onRetry }: OtherWays) {
  return (
    <div className="viewer-ways">
      {view && (
        <Button size="small" variant="outline-light" onClick={view.open}>
          {view.label}
        </Button>
      )}
      {download && (
        <a className={buttonClass({ size: 'small', variant: 'outline-light' })} href={download.url} download>
          Download {download.label}
        </a>
      )}
      {onRetry && (
        <Button size="small" variant="outline-light" onClick={onRetry}>
          Try again
        </Button>
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
