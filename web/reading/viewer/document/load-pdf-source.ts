/** Imports the module that contains pdf.js. The server's build excludes modules named `.client`. */
export function loadPdfSource() {
  return import('./pdf-source.client.tsx')
}
