import { lazyImport } from '#web/lib/lazy-import.ts'

/** The part with pdf.js in it; the server's build leaves out what is named `.client`. */
export function loadReader() {
  return lazyImport(() => import('./document/reader.client.tsx'))
}
