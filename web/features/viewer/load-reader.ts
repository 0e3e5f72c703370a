/** The part with pdf.js in it; the server's build leaves out what is named `.client`. */
export function loadReader() {
  return import('./reader.client.tsx')
}
