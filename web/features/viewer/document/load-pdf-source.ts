import { lazyImport } from '#web/lib/lazy-import.ts'

/** The module with pdf.js in it. The server's build leaves out modules named `.client`. */
export function loadPdfSource() {
  return lazyImport(() => import('./pdf-source.client.tsx'))
}
