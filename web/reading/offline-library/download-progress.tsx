import { formatDownloadSize } from '#web/lib/format/bytes.ts'
import { Button } from '#web/ui/button.tsx'
import { ErrorCallout } from '#web/ui/callout.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import type { RunningDownload } from './download-item.ts'

const STOPPED = {
  full: 'This device has no space left for it. Remove something from the device or from your shelf, then continue. The saved part stays until you remove it.',
  failed: 'The download failed. The saved part stays. Try again later.',
  ended: 'This browser no longer owns this title, so it can’t be saved offline.',
}

/** Maximum displayed share of an incomplete download, since its size is an estimate */
const ALMOST = 0.99

/** Progress of a download, or the reason why it stopped. */
export function DownloadProgress({ keeping, onRetry }: { keeping: RunningDownload; onRetry: () => void }) {
  const { state, received, expected, bytes, isComplete, retry, cancel } = keeping
  const isMoving = state === 'fetching' || state === 'waiting'
  const share = isComplete ? 1 : Math.min(received / expected, ALMOST)
  return (
    <div>
      <progress
        value={share}
        aria-label="Download progress"
        className="block h-2 w-full appearance-none overflow-hidden rounded-full bg-rule [&::-moz-progress-bar]:bg-lamp [&::-webkit-progress-bar]:bg-rule [&::-webkit-progress-value]:bg-lamp"
      />
      <p className="mt-3 flex items-center gap-2.5 tabular-nums">
        {state === 'fetching' && <Spinner className="text-lamp" />}
        {`${Math.floor(100 * share)}% of ${formatDownloadSize(bytes)}`}
      </p>
      <div role="status" className="mt-2 text-base text-soft">
        {state === 'fetching' && isComplete && 'Almost done: the part of the site that opens it offline is being saved.'}
        {state === 'fetching' && !isComplete && 'You can close this and keep reading. Leave the site open until it is saved.'}
        {state === 'waiting' && 'You are offline. The download continues when the connection is back.'}
      </div>
      {!isMoving && <ErrorCallout>{STOPPED[state]}</ErrorCallout>}
      <div className="mt-6 flex flex-wrap gap-3">
        {state === 'waiting' && <Button onClick={retry}>Try now</Button>}
        {(state === 'full' || state === 'failed') && <Button onClick={onRetry}>Continue</Button>}
        <Button variant="outline" onClick={() => void cancel()}>
          {isMoving ? 'Cancel' : 'Remove partial download'}
        </Button>
      </div>
    </div>
  )
}
