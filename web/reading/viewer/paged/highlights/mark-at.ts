/** Returns the mark of a highlight at a position in the window. Marks let pointers through, so that the words below them can be selected. */
export function markAt(stage: Element | null, { clientX, clientY }: { clientX: number; clientY: number }): Element | undefined {
  return [...(stage?.querySelectorAll('.viewer-page-mark') ?? [])].find((mark) => {
    const { left, right, top, bottom } = mark.getBoundingClientRect()
    return clientX >= left && clientX <= right && clientY >= top && clientY <= bottom
  })
}
