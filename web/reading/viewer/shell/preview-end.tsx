import { useLayoutEffect, useRef } from 'react'
import { useViewer } from '#web/reading/viewer/book/viewer-context.ts'

/** Offer of the whole book below the end of a preview. The page is scrolled up by its height, so that the last lines stay in view. */
export function PreviewEnd() {
  const { book, total } = useViewer()
  const section = useRef<HTMLElement>(null)

  useLayoutEffect(() => {
    const stage = section.current?.parentElement?.querySelector('.viewer-stage, .reading-stage')
    stage?.scrollBy({ top: section.current?.offsetHeight ?? 0, behavior: 'instant' })
  }, [])

  return (
    <section ref={section} className="viewer-preview-end" aria-label="End of the preview">
      <p>
        <strong>The preview ends here.</strong> {`You have seen ${total} of ${book.preview?.totalPages} pages.`}
      </p>
      {book.preview?.offer}
    </section>
  )
}
