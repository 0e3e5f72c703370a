import type { KeyboardEvent, RefObject } from 'react'
import type { Place } from '#web/lib/places/book-places.ts'
import { onPassageKey } from '#web/reading/viewer/book/passages/passage-tools.tsx'
import { hasSelection, scrollIntoSight } from '#web/reading/viewer/input/selection.ts'
import { useViewerKeys } from '#web/reading/viewer/input/use-viewer-keys.ts'
import { splitSentences } from './aloud/sentences.ts'
import { findBlock, lineAt, offsetOf, rangeOf } from './dom-text.ts'

/** Distance of a selected sentence from the top of the scroll container after scrolling, as a fraction of the container's height. */
const DOWN_THE_STAGE = 0.2
const MOVES: Record<string, ['left' | 'right' | 'forward' | 'backward', 'word' | 'line']> = {
  ArrowLeft: ['left', 'word'],
  ArrowRight: ['right', 'word'],
  ArrowUp: ['backward', 'line'],
  ArrowDown: ['forward', 'line'],
}

/** Start of the search for a sentence: a block, an offset in the block, and a vertical position in the window */
type Start = { first: Element; offset: number; top: number }

/**
 * Selects text by keyboard: `h` selects the sentence at the reading position, then the one after the selection. The arrow keys move the end
 * of the selection, Enter focuses its tools, Escape clears it. Returns the key handler of the scroll container.
 */
export function useSelectionKeys({
  stage,
  placeAtTop,
  language,
}: {
  stage: RefObject<HTMLElement | null>
  placeAtTop: () => Place | undefined
  language: string
}) {
  useViewerKeys((key, { shiftKey }) => {
    if (key === 'h' || key === 'H') return selectSentence
    // With Shift, the browser moves the end of the selection by characters.
    const move = hasSelection() && !shiftKey ? MOVES[key] : undefined
    return move && (() => getSelection()?.modify('extend', ...move))
  })

  function selectSentence() {
    const root = stage.current
    const selection = getSelection()
    if (!root || !selection) return
    const start = afterSelection(selection) ?? atTop(root)
    const range = start && sentenceFrom(root, start)
    if (!range) return
    selection.removeAllRanges()
    selection.addRange(range)
    root.focus({ preventScroll: true })
    scrollIntoSight(root, range, DOWN_THE_STAGE)
  }

  function afterSelection(selection: Selection): Start | undefined {
    if (!hasSelection()) return undefined
    const { endContainer, endOffset } = selection.getRangeAt(0)
    const first = endContainer.parentElement?.closest('[data-place]')
    return first ? { first, offset: offsetOf(first, endContainer, endOffset), top: Number.NEGATIVE_INFINITY } : undefined
  }

  function atTop(root: Element): Start | undefined {
    const place = placeAtTop()
    const first = place && findBlock(root, place)
    return first ? { first, offset: place.offset, top: root.getBoundingClientRect().top } : undefined
  }

  /**
   * Returns the first sentence that begins at or after an offset in a block and below a vertical position in the window. A sentence whose
   * first line is cut off at the top is skipped: it would be scrolled into view, so that the next key press would select another sentence.
   */
  function sentenceFrom(root: Element, { first, offset, top }: Start): Range | undefined {
    const blocks = [...root.querySelectorAll('[data-place]:not(.reading-picture)')]
    for (const block of blocks.slice(Math.max(0, blocks.indexOf(first)))) {
      const sentence = splitSentences(block.textContent ?? '', language).find(
        ({ from }) => block !== first || (from >= offset && lineAt(block, from).top >= top),
      )
      if (sentence) return rangeOf(block, sentence)
    }
    return undefined
  }

  return (event: KeyboardEvent) => onPassageKey(event, stage.current)
}
