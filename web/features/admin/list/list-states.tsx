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

export function EmptyList({ many, q }: { many: string; q: string }) {
  const [, setParams] = useSearchParams()
  if (!q) return <p className={PLACE}>There are no {many} yet. Add the first one.</p>
  return (
    <div className={PLACE}>
      <p className="wrap-anywhere mb-5">
        No {many} match “{q}”.
      </p>
      <Button variant="outline" size="small" onClick={() => setParams({})}>
        Clear the search
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
