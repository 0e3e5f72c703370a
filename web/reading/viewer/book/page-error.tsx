import type { FetchFailure } from '#web/lib/access/file-connection.ts'
import { Button } from '#web/ui/button.tsx'
import type { Fetching } from './page-source.ts'

const MESSAGES: Record<FetchFailure | 'broken', string> = {
  offline: 'You are offline. The page appears by itself when the connection is back.',
  stalled: 'The connection is too slow to load this page.',
  refused: 'This page could not be loaded.',
  ended: 'You can no longer read this title. If this is a mistake, please write to us.',
  broken: 'This page could not be shown.',
}

/** Error message displayed instead of a page that can't be rendered. */
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

/** Error message displayed instead of content that could not be fetched. */
export function FetchError({ failure, retryFetch, reopen }: { failure: FetchFailure } & Pick<Fetching, 'retryFetch' | 'reopen'>) {
  return <PageError reason={failure} onRetry={failure === 'refused' ? reopen : retryFetch} />
}
