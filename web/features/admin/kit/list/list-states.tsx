import { Button } from '#web/ui/button.tsx'

/** What stands in the place of a list */
export const BOX = 'border-rule border-t py-12 text-center'

export function LoadingList() {
  return (
    <div className={BOX}>
      <p role="status" className="text-soft">
        Loading
      </p>
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
