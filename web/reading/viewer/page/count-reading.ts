import { useEffect, useState } from 'react'
import { countEvent } from '#web/lib/count-event.ts'

/** Counts that a book or its preview was opened, and once that its last page was reached. */
export function useCountReading(id: string | undefined, { isPreview, isLastPage }: { isPreview: boolean; isLastPage: boolean }): void {
  const [finished, setFinished] = useState(false)
  // The last page of a preview is not the end of the book.
  if (isLastPage && !isPreview && !finished) setFinished(true)

  useEffect(() => {
    if (id) countEvent({ kind: 'book', id, event: isPreview ? 'previewed' : 'opened' })
  }, [id, isPreview])
  useEffect(() => {
    if (id && finished) countEvent({ kind: 'book', id, event: 'finished' })
  }, [id, finished])
}
