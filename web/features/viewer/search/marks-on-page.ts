/** The first of the ranges, which are in order, that stands on a page; undefined while there is none. */
export function firstOnPage(viewer: Element, ranges: Range[], page: number, nameOfPage: (page: number) => string): Range | undefined {
  const sheet = viewer.querySelector(`[data-page-number="${page}"]`)
  if (sheet) return ranges.find(({ startContainer }) => sheet.contains(startContainer))
  // In flowing text a page goes from its own mark in the margin to that of the next one.
  const marks = [...viewer.querySelectorAll<HTMLElement>('.reading-page')]
  const index = marks.findIndex(({ dataset }) => dataset.label === nameOfPage(page))
  const [start, end] = [marks[index], marks[index + 1]]
  return start && ranges.find(({ startContainer }) => isBefore(start, startContainer) && !(end && isBefore(end, startContainer)))
}

const isBefore = (node: Node, other: Node) => (node.compareDocumentPosition(other) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0
