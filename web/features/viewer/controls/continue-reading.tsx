import { X } from 'lucide-react'
import { useViewer } from '#web/features/viewer/viewer-context.ts'

/** Offers to continue on the page where the reader stopped last time. */
export function ContinueReading({ page, onDismiss }: { page: number; onDismiss: () => void }) {
  const { turnTo } = useViewer()
  return (
    <div className="viewer-offer">
      <button type="button" className="viewer-offer-link" onClick={() => turnTo(page)}>
        {`Continue on page ${page}`}
      </button>
      <button type="button" className="viewer-button" aria-label="Dismiss" onClick={onDismiss}>
        <X aria-hidden />
      </button>
    </div>
  )
}
