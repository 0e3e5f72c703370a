import { lazyImport } from '#web/lib/lazy-import.ts'

/** The dialog around a document, which shows its first picture. */
export function loadViewer() {
  return lazyImport(() => import('./document-viewer.tsx'))
}
