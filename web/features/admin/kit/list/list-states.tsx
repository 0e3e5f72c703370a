import { useSearchParams } from 'react-router'
import { Button } from '#web/ui/button.tsx'

const BOX = 'border-rule border-t py-12 text-center'

export function LoadingList() {
  return (
    <div className={BOX}>
      <p role="status" className="text-soft">
        Loading
      </p>
    </div>
  )
}

/** `narrowed` says whether a search or a filter is set; `first` is a hint how to add the first item. */
export function EmptyList({ many, q, narrowed = q !== '', first = '' }: { many: string; q: string; narrowed?: boolean; first?: string }) {
  const [, setParams] = useSearchParams()
  if (!narrowed)
    return (
      <p className={BOX}>
        There are no {many} yet. {first}
      </p>
    )
  return (
    <div className={BOX}>
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
    <div className={BOX}>
      <p className="mb-5">The {many} could not be read. Check the connection and try again.</p>
      <Button variant="outline" size="small" onClick={onRetry}>
        Try again
      </Button>
    </div>
  )
}
