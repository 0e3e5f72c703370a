import { formatDownloadSize } from '#web/lib/bytes.ts'
import { Spinner } from '#web/ui/spinner.tsx'
import type { FetchState } from './range-responses.ts'

/** A spinner, with the bytes received so far; out of how many, when the file comes in one piece. */
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
