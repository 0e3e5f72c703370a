import { lazyImport } from '#web/lib/lazy-import.ts'

/** The dialog around a document, without pdf.js. */
export function loadViewer() {
  return lazyImport(() => import('./document-viewer.tsx'))
}
