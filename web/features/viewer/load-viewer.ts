import { lazyImport } from '#web/lib/lazy-import.ts'

/** The viewer's room, which is light. */
export function loadViewer() {
  return lazyImport(() => import('./document-viewer.tsx'))
}
