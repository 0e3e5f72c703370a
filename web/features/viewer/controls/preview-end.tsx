import type { ReactNode } from 'react'

/** Under the last page of an excerpt: that it was one, and the offer to read on. */
export function PreviewEnd({ pages, totalPages, children }: { pages: number; totalPages: number; children: ReactNode }) {
  return (
    <section className="viewer-preview-end" aria-label="End of the preview">
      <p>
        <strong>The preview ends here.</strong> {`You have seen ${pages} of ${totalPages} pages.`}
      </p>
      {children}
    </section>
  )
}
