/** Loads the dialog around a document, which displays its first page image. */
export function loadViewer() {
  return import('./document-viewer.tsx')
}
