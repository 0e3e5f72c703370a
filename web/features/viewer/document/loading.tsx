import { Spinner } from '#web/ui/spinner.tsx'
import type { FetchState } from './range-responses.ts'

/** The spinner; on a slow line also the bytes that came, out of all when the file comes in one piece. */
export function Loading({ fetched }: { fetched?: FetchState }) {
  const { received = 0, total, whole } = fetched ?? {}
  return (
    <div className="viewer-message viewer-loading" role="status">
      <Spinner className="viewer-spinner" />
      <span>Loading…</span>
      {received > 0 && <span className="viewer-bytes">{whole && total ? `${bytes(received)} of ${bytes(total)}` : bytes(received)}</span>}
    </div>
  )
}

function bytes(count: number) {
  return count < 1e6 ? `${Math.ceil(count / 1e3)} KB` : `${(count / 1e6).toFixed(1)} MB`
}
