import { importLate } from '#web/lib/import-late.ts'

/** The part with pdf.js in it; the server's build leaves out what is named `.client`. */
export function loadReader() {
  return importLate(() => import('./reader.client.tsx'))
}
