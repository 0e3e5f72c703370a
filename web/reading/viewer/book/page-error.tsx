import type { FetchFailure } from '#web/lib/access/file-connection.ts'
import { Button } from '#web/ui/button.tsx'

const MESSAGES: Record<FetchFailure | 'broken', string> = {
  offline: 'You are offline. The page appears by itself when the connection is back.',
  stalled: 'The connection is too slow to load this page.',
  refused: 'This page could not be loaded.',
  ended: 'You can no longer read this title. If this is a mistake, please write to us.',
  broken: 'This page could not be shown.',
}

/** Message in place of a page that can't be displayed. */
export function PageError({ reason, onRetry }: { reason: FetchFailure | 'broken'; onRetry: () => void }) {
  return (
    <div className="viewer-trouble" role="alert">
      <p>{MESSAGES[reason]}</p>
      {reason !== 'ended' && (
        <Button variant="solid" size="small" onClick={onRetry}>
          Try again
        </Button>
      )}
    </div>
  )
}
