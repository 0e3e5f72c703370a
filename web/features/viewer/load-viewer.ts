import { lazyImport } from '#web/lib/lazy-import.ts'
import { loadReader } from './document/load-pdf-document.ts'
import { startSpareWorker } from './document/pdf-worker.ts'

/** The dialog around a document, without pdf.js. */
export function loadViewer() {
  return lazyImport(() => import('./document-viewer.tsx'))
}

/** Starts loading everything that the viewer needs, for a visitor who is likely to open a document (pointer, focus, touch). */
export function prefetchViewer(): void {
  void loadViewer().catch(() => {})
  void loadReader().catch(() => {})
  startSpareWorker()
}
