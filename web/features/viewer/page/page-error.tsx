import type { FetchFailure } from '#web/features/viewer/document/range-responses.ts'
import { Button } from '#web/ui/button.tsx'

const MESSAGES: Record<FetchFailure | 'broken', string> = {
  offline: 'You are offline. The page appears by itself when the connection is back.',
  stalled: 'The connection is too weak to fetch this page.',
  refused: 'This page could not be fetched.',
  ended: 'You can no longer read this: its purchase has ended. If that is not right, please write to us.',
  broken: 'This page could not be shown.',
}

/** On the paper of a page that doesn't come: what is the matter. The other pages stay as they are. */
export function PageError({ trouble, onRetry }: { trouble: FetchFailure | 'broken'; onRetry: (() => void) | undefined }) {
  return (
    <div className="viewer-trouble" role="alert">
      <p>{MESSAGES[trouble]}</p>
      {trouble !== 'ended' && (
        <Button variant="solid" size="small" onClick={onRetry}>
          Try again
        </Button>
      )}
    </div>
  )
}
