import { importLate } from '#web/lib/lazy-import.ts'

/** The viewer's room, which is light. */
export function loadViewer() {
  return importLate(() => import('./document-viewer.tsx'))
}
