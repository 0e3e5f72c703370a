/**
 * Scrolls a stage to a passage, unless it can be seen.
 * @param down how far below the stage's top it stands then, of the stage's height
 */
export function scrollIntoSight(stage: Element, range: Range, down: number): void {
  const { top, bottom } = range.getBoundingClientRect()
  const shown = stage.getBoundingClientRect()
  if (top < shown.top || bottom > shown.bottom) stage.scrollBy({ top: top - shown.top - stage.clientHeight * down })
}
