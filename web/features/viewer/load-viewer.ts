import { importLate } from '#web/lib/import-late.ts'

/** The viewer's room, which is light. */
export function loadViewer() {
  return importLate(() => import('./document-viewer.tsx'))
}
