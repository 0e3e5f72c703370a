import type { ReactNode } from 'react'

/** The length of the whole book, and the offer to get it. */
export type Preview = { totalPages: number; offer: ReactNode }

/** Below the last page of a preview. */
export function PreviewEnd({ pages, preview: { totalPages, offer } }: { pages: number; preview: Preview }) {
  return (
    <section className="viewer-preview-end" aria-label="End of the preview">
      <p>
        <strong>The preview ends here.</strong> {`You have seen ${pages} of ${totalPages} pages.`}
      </p>
      {offer}
    </section>
  )
}
