/** The module with pdf.js in it. The server's build leaves out modules named `.client`. */
export function loadPdfSource() {
  return import('./pdf-source.client.tsx')
}
