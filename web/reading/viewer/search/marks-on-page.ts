/** Returns the first of the ordered ranges that is on a page; undefined while the page has none. */
export function firstOnPage(viewer: Element, ranges: Range[], page: number, nameOfPage: (page: number) => string): Range | undefined {
  const sheet = viewer.querySelector(`[data-page-number="${page}"]`)
  if (sheet) return ranges.find(({ startContainer }) => sheet.contains(startContainer))
  // In reflowable text a page spans from its margin mark to the next one.
  const marks = [...viewer.querySelectorAll<HTMLElement>('.reading-page')]
  const index = marks.findIndex(({ dataset }) => dataset.label === nameOfPage(page))
  const [start, end] = [marks[index], marks[index + 1]]
  return start && ranges.find(({ startContainer }) => isBefore(start, startContainer) && !(end && isBefore(end, startContainer)))
}

const isBefore = (node: Node, other: Node) => (node.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0
