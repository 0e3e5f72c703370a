/** Returns whether text of the page is selected. */
export const hasSelection = () => getSelection()?.isCollapsed === false

/**
 * Scrolls to a passage, unless the passage is visible.
 * @param down distance of the passage from the top of `stage` after scrolling, as a fraction of the height of `stage`
 */
export function scrollIntoSight(stage: Element, range: Range, down: number): void {
  const { top, bottom } = range.getBoundingClientRect()
  const shown = stage.getBoundingClientRect()
  if (top < shown.top || bottom > shown.bottom) stage.scrollBy({ top: top - shown.top - stage.clientHeight * down })
}
