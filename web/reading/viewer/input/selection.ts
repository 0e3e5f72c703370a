/** Whether text of the page is selected. */
export const hasSelection = () => getSelection()?.isCollapsed === false

/**
 * Scrolls a stage to a passage, unless the passage is visible.
 * @param down distance from the stage's top after scrolling, as a share of the stage's height
 */
export function scrollIntoSight(stage: Element, range: Range, down: number): void {
  const { top, bottom } = range.getBoundingClientRect()
  const shown = stage.getBoundingClientRect()
  if (top < shown.top || bottom > shown.bottom) stage.scrollBy({ top: top - shown.top - stage.clientHeight * down })
}
