import { X } from 'lucide-react'

/** A quiet word to who has read in this document before. */
export function ContinueReading({
  page,
  onContinue,
  onDismiss,
}: {
  page: number
  onContinue: (page: number) => void
  onDismiss: () => void
}) {
  return (
    <div className="viewer-offer">
      <button type="button" className="viewer-offer-link" onClick={() => onContinue(page)}>
        {`Continue on page ${page}`}
      </button>
      <button type="button" className="viewer-button" aria-label="Dismiss" onClick={onDismiss}>
        <X aria-hidden />
      </button>
    </div>
  )
}
