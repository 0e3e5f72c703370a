import { lazyImport } from '#web/lib/lazy-import.ts'

/** The component with pdf.js in it. The server's build leaves out modules named `.client`. */
export function loadReader() {
  return lazyImport(() => import('./pdf-document.client.tsx'))
}
