import workerUrl from 'pdfjs-dist/legacy/build/pdf.worker.min.mjs?url'
import { loadReader } from './load-reader.ts'

let started = false

/** Starts fetching what the viewer needs beyond the page: call it when a reader seems about to open a document. */
export function prefetchViewer(): void {
  if (started) return
  started = true
  const failed = () => {
    started = false
  }
  void import('./document-viewer.tsx').catch(failed)
  void loadReader().catch(failed)
  // Not a prefetch link: Safari has none.
  void fetch(workerUrl, { credentials: 'same-origin' })
    .then((response) => response.arrayBuffer())
    .catch(failed)
}
