import { useSearchParams } from 'react-router'
import { Button } from '#web/ui/button.tsx'

const PLACE = 'border-rule border-t py-12 text-center'

export function LoadingList() {
  return (
    <div className={PLACE}>
      <p role="status" className="text-soft">
        Loading
      </p>
    </div>
  )
}

/** `narrowed` when more than the search text narrows the list; `first` says how the first one comes to be. */
export function EmptyList({ many, q, narrowed = q !== '', first = '' }: { many: string; q: string; narrowed?: boolean; first?: string }) {
  const [, setParams] = useSearchParams()
  if (!narrowed)
    return (
      <p className={PLACE}>
        There are no {many} yet. {first}
      </p>
    )
  return (
    <div className={PLACE}>
      <p className="wrap-anywhere mb-5">
        No {many} match {q ? `“${q}”` : 'this choice'}.
      </p>
      <Button variant="outline" size="small" onClick={() => setParams({})}>
        {q ? 'Clear the search' : 'Show all'}
      </Button>
    </div>
  )
}

export function FailedList({ many, onRetry }: { many: string; onRetry: () => void }) {
  return (
    <div className={PLACE}>
      <p className="mb-5">The {many} could not be read. Check the connection and try again.</p>
      <Button variant="outline" size="small" onClick={onRetry}>
        Try again
      </Button>
    </div>
  )
}
