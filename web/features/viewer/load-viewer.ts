/** The dialog around a document, which shows its first picture. */
export function loadViewer() {
  return import('./document-viewer.tsx')
}
