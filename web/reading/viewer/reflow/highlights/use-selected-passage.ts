import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import type { ReflowBlock } from '#contracts/reading/book-reflow.ts'
import { listen } from '#web/lib/browser-events.ts'
import type { Passage } from '#web/reading/viewer/book/highlights.ts'
import { pageAt } from '#web/reading/viewer/reflow/blocks.ts'
import { offsetOf, readPlaceName } from '#web/reading/viewer/reflow/dom-text.ts'

/** Delay before a changed selection is read, in ms, since dragging its ends fires events continuously. */
const SETTLE_MS = 250

/** Returns the passage of the text that is selected. With `hold`, the passage stays the same after the selection is cleared. */
export function useSelectedPassage(
  stage: RefObject<HTMLElement | null>,
  loaded: ReadonlyMap<number, ReflowBlock[]>,
  { hold }: { hold: boolean },
) {
  const [passage, setPassage] = useState<Passage>()
  const note = useEffectEvent(() => {
    if (!hold) setPassage(stage.current ? readSelection(stage.current, loaded) : undefined)
  })

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const stop = listen(document, 'selectionchange', () => {
      clearTimeout(timer)
      timer = setTimeout(() => note(), SETTLE_MS)
    })
    return () => {
      clearTimeout(timer)
      stop()
    }
  }, [])

  function clear() {
    setPassage(undefined)
    getSelection()?.removeAllRanges()
  }

  return { passage, clear }
}

/** Reads the selected passage. A selection that extends into another part of the book is truncated at the end of the first part. */
function readSelection(stage: HTMLElement, loaded: ReadonlyMap<number, ReflowBlock[]>): Passage | undefined {
  const selection = getSelection()
  if (!selection || selection.isCollapsed || selection.rangeCount === 0) return undefined
  const range = selection.getRangeAt(0)
  if (!stage.contains(range.commonAncestorContainer)) return undefined
  const touched = [...stage.querySelectorAll('[data-place]')].filter((each) => range.intersectsNode(each)).map(readRange)

  function readRange(element: Element) {
    const text = element.textContent ?? ''
    const from = element.contains(range.startContainer) ? offsetOf(element, range.startContainer, range.startOffset) : 0
    const to = element.contains(range.endContainer) ? offsetOf(element, range.endContainer, range.endOffset) : text.length
    return { ...readPlaceName(element), from, to, text: text.slice(from, to) }
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
  }
}
