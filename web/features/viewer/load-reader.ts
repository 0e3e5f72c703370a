import { lazyImport } from '#web/lib/lazy-import.ts'

/** What a document is read with, without pdf.js. */
export function loadReader() {
  return lazyImport(() => import('./reader.tsx'))
}
