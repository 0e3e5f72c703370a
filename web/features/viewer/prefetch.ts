import { startSpareWorker } from './document/pdf-worker.ts'
import { loadReader } from './load-reader.ts'
import { loadViewer } from './load-viewer.ts'

/** Starts fetching what the viewer needs: call it when a visitor seems about to open a document (pointer, focus, touch). */
export function prefetchViewer(): void {
  void loadViewer().catch(() => {})
  void loadReader().catch(() => {})
  startSpareWorker()
}
