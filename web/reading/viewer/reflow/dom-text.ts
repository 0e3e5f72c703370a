import type { Place } from '#web/lib/places/book-places.ts'

/* Each block element in the DOM has `data-place` and contains only the block's text, so that the number of characters before a position is
   the position's offset. */

export const placeName = ({ part, block }: Omit<Place, 'offset'>) => `${part}:${block}`

/** Returns the fragment of a link within the text. A note reference is identified by its offset in the block. */
export const linkTo = ({ part, block, offset }: Omit<Place, 'offset'> & Partial<Place>) =>
  `#${placeName({ part, block })}${offset === undefined ? '' : `:${offset}`}`

export function readLink(link: Element): Omit<Place, 'offset'> & Partial<Place> {
  const [part = 1, block = 0, offset] = (link.getAttribute('href') ?? '').slice(1).split(':').map(Number)
  return { part, block, ...(offset !== undefined && { offset }) }
}

export function readPlaceName(element: Element): Omit<Place, 'offset'> {
  const [part = 1, block = 0] = (element.getAttribute('data-place') ?? '').split(':').map(Number)
  return { part, block }
}

export const findBlock = (root: Element, place: Omit<Place, 'offset'>) =>
  root.querySelector<HTMLElement>(`[data-place="${placeName(place)}"]`)

/** Returns the character offset of a DOM position within a block. */
export function offsetOf(block: Element, node: Node, offset: number): number {
  const range = document.createRange()
  range.setStart(block, 0)
  range.setEnd(node, offset)
  return range.toString().length
}

/** Returns a range with the character at an offset; undefined in a block without text. */
function characterAt(block: Element, offset: number): Range | undefined {
  const texts = document.createTreeWalker(block, NodeFilter.SHOW_TEXT)
  let before = 0
  for (let node = texts.nextNode() as Text | null; node; node = texts.nextNode() as Text | null) {
    if (offset < before + node.length) {
      const range = document.createRange()
      range.setStart(node, offset - before)
      range.setEnd(node, offset - before + 1)
      return range
    }
    before += node.length
  }
  return undefined
}

/** Returns a range with the characters of a block between two offsets. */
export function rangeOf(block: Element, { from, to }: { from: number; to: number }): Range | undefined {
  const [first, last] = [characterAt(block, from), characterAt(block, to - 1)]
  if (last) first?.setEnd(last.endContainer, last.endOffset)
  return first
}

/** Returns the top and bottom of a character's line, relative to the window. */
export function lineAt(block: Element, offset: number): { top: number; bottom: number } {
  const character = characterAt(block, offset)
  // The cells of a row are side by side, so that the row counts as the line.
  const row = character?.startContainer.parentElement?.closest('tr')
  const { top, bottom } = (row ?? character ?? block).getBoundingClientRect()
  // The line feed at the end of a line is not rendered.
  return top === bottom && character && offset > 0 ? lineAt(block, offset - 1) : { top, bottom }
}

/** Returns the offset of the first character in a block whose line ends below a vertical position in the window. */
export function offsetBelow(block: Element, y: number): number {
  let low = 0
  let high = Math.max(0, (block.textContent?.length ?? 0) - 1)
  while (low < high) {
    const middle = (low + high) >> 1
    if (lineAt(block, middle).bottom > y) high = middle
    else low = middle + 1
  }
  return low
}

/** Returns the first block that ends below a vertical position in the window, or the last block if all blocks are above. */
export function blockBelow(root: Element, y: number): Element | undefined {
  const blocks = [...root.querySelectorAll('[data-place]')]
  let low = 0
  let high = blocks.length - 1
  while (low < high) {
    const middle = (low + high) >> 1
    if ((blocks[middle] as Element).getBoundingClientRect().bottom > y) high = middle
    else low = middle + 1
  }
  return blocks[low]
}

/** Moves the focus to the target of a link: to the target's link back to the origin, or else to the target block. */
export function focusPlace(stage: Element, place: Omit<Place, 'offset'>, from: Omit<Place, 'offset'>): void {
  const block = findBlock(stage, place)
  const back = block?.querySelector<HTMLElement>(`a[href="${linkTo(from)}"]`)
  if (block && !back) block.tabIndex = -1
  ;(back ?? block)?.focus({ preventScroll: true })
}
