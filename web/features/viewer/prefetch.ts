import { loadReader } from './load-reader.ts'
import { keepSpareWorker } from './viewer-worker.ts'

/** Starts fetching what the viewer needs: call it when a visitor seems about to open a document (pointer, focus, touch). */
export function prefetchViewer(): void {
  void import('./document-viewer.tsx').catch(() => {})
  void loadReader().catch(() => {})
  keepSpareWorker()
}
