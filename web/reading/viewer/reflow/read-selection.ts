import type { ReflowBlock } from '#contracts/reading/book-reflow.ts'
import { MAX_BEFORE, type Passage } from '#web/lib/highlights/stored-highlights.ts'
import { pageAt } from './blocks.ts'
import { offsetOf, readPlaceName } from './dom-text.ts'

/** Reads the selected passage. A selection that extends into another part of the book is truncated at the end of the first part. */
export function readSelection(stage: HTMLElement, loaded: ReadonlyMap<number, ReflowBlock[]>): Passage | undefined {
  const selection = getSelection()
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return undefined
  const range = selection.getRangeAt(0)
  if (!stage.contains(range.commonAncestorContainer)) return undefined
  const touched = [...stage.querySelectorAll('[data-place]')].filter((each) => range.intersectsNode(each)).map(readRange)

  function readRange(element: Element) {
    const text = element.textContent ?? ''
    const from = element.contains(range.startContainer) ? offsetOf(element, range.startContainer, range.startOffset) : 0
    const to = element.contains(range.endContainer) ? offsetOf(element, range.endContainer, range.endOffset) : text.length
    return { ...readPlaceName(element), from, to, text: text.slice(from, to), before: text.slice(Math.max(0, from - MAX_BEFORE), from) }
  }

  const part = touched.find(({ text }) => text.trim())?.part
  const chosen = touched.filter((each) => each.part === part)
  // In a passage, a picture between two paragraphs counts as an empty line; empty blocks at the start and end are dropped.
  while (chosen[0]?.text.trim() === '') chosen.shift()
  while (chosen.at(-1)?.text.trim() === '') chosen.pop()
  const [first, last] = [chosen[0], chosen.at(-1)]
  const block = first && loaded.get(first.part)?.[first.block]
  if (!first || !last || !block) return undefined
  return {
    part: first.part,
    fromBlock: first.block,
    fromOffset: first.from,
    toBlock: last.block,
    toOffset: last.to,
    page: pageAt(block, first.from),
    quote: chosen.map(({ text }) => text).join('\n'),
    before: first.before,
  }
}
