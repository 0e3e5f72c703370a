import { formatDownloadSize } from '#web/lib/bytes.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorCallout } from '#web/ui/callout.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import type { Keeping } from './keeping.ts'

const STOPPED = {
  full: 'This phone has no room left for it. Remove something from the phone or from your shelf, then go on: what came so far stays until you remove it.',
  failed: 'It could not be fetched. What came so far stays; try again later.',
  ended: 'This title is no longer among what this browser owns, so it can’t be kept.',
}

/** Progress of a download, or the reason why it stopped. */
export function KeepingProgress({ keeping, onRetry }: { keeping: Keeping; onRetry: () => void }) {
  const { state, received, bytes, retry, cancel } = keeping
  const isMoving = state === 'fetching' || state === 'waiting'
  // The size is an estimate if not all pages are rendered on the server.
  const total = Math.max(bytes, received)
  return (
    <div>
      <progress
        max={total}
        value={received}
        aria-label="Fetched so far"
        className="block h-2 w-full appearance-none overflow-hidden rounded-full bg-rule [&::-moz-progress-bar]:bg-lamp [&::-webkit-progress-bar]:bg-rule [&::-webkit-progress-value]:bg-lamp"
      />
      <p className="mt-3 flex items-center gap-2.5 tabular-nums">
        {state === 'fetching' && <Spinner className="text-lamp" />}
        {`${formatDownloadSize(received)} of ${formatDownloadSize(total)}`}
      </p>
      <div role="status" className="mt-2 text-base text-soft">
        {state === 'fetching' && 'You may close this and go on reading. Leave the site open until it is here.'}
        {state === 'waiting' && 'There is no connection at the moment. It goes on by itself when there is one.'}
      </div>
      {!isMoving && <ErrorCallout>{STOPPED[state]}</ErrorCallout>}
      <div className="mt-6 flex flex-wrap gap-3">
        {state === 'waiting' && <Button onClick={retry}>Try now</Button>}
        {(state === 'full' || state === 'failed') && <Button onClick={onRetry}>Go on</Button>}
        <Button variant="outline" onClick={() => void cancel()}>
          {isMoving ? 'Cancel' : 'Remove what came'}
        </Button>
      </div>
    </div>
  )
}
