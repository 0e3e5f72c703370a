import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import { listen } from '#web/lib/browser-events.ts'
import { isSamePassage } from '#web/lib/highlights/remove-highlight.ts'
import type { Passage } from '#web/lib/highlights/stored-highlights.ts'
import { useBackCloses } from '#web/lib/history/overlay-history.ts'
import type { useHighlights } from '#web/reading/viewer/book/highlights.ts'
import { hasSelection } from '#web/reading/viewer/input/selection.ts'
import { PassageBar } from './passage-bar.tsx'

/** Delay before a changed selection is read, in ms, since dragging its ends fires events continuously. */
const SETTLE_MS = 250

/** Toolbar for selected text or a tapped highlight. `readSelection` reads the passage of the view's text that is selected. */
export function PassageTools({
  stage,
  highlights,
  readSelection,
  findHighlight = ({ target }) => (target as Element).closest('[data-highlight]'),
}: {
  stage: RefObject<HTMLElement | null>
  highlights: ReturnType<typeof useHighlights>
  readSelection: (stage: HTMLElement) => Passage | undefined
  /** Returns the element of a highlight that was tapped */
  findHighlight?: (event: MouseEvent) => Element | null | undefined
}) {
  const [pressed, setPressed] = useState<string>()
  const [noting, setNoting] = useState(false)
  const { passage, clear } = useSelectedPassage(() => (stage.current ? readSelection(stage.current) : undefined), { hold: noting })
  const highlight = highlights.list.find((each) => (passage ? isSamePassage(each, passage) : each.id === pressed))
  const shown = passage ?? highlight

  const press = useEffectEvent((event: Event) => {
    // A tap beside an open note would discard the note.
    if (!noting) setPressed(findHighlight(event as MouseEvent)?.getAttribute('data-highlight') ?? undefined)
  })
  useEffect(() => {
    // A click handler suffices, since keyboard users reach every highlight through the panel.
    return stage.current ? listen(stage.current, 'click', (event) => press(event)) : undefined
  }, [stage])

  function finish() {
    setPressed(undefined)
    setNoting(false)
    clear()
    stage.current?.focus({ preventScroll: true })
  }
  useBackCloses(shown !== undefined, finish)

  return (
    <>
      {/* The status is rendered even when it is empty, since screen readers only announce changes of an existing status. */}
      <p role="status" className="sr-only">
        {passage && !noting && `Text selected${highlight ? ', highlighted already' : ''}. Press Enter for its buttons.`}
      </p>
      {shown && (
        <PassageBar
          passage={shown}
          highlight={highlight}
          highlights={highlights}
          noting={noting}
          onNoting={() => setNoting(true)}
          onDone={finish}
        />
      )}
    </>
  )
}

/** Keys of a text with a selection: Enter focuses the tools, Escape clears the selection. */
export function onPassageKey(
  event: Pick<KeyboardEvent, 'key' | 'target' | 'preventDefault' | 'stopPropagation'>,
  stage: HTMLElement | null,
) {
  if (!hasSelection() || !stage || event.target !== stage) return
  if (event.key === 'Enter') {
    // The default action is prevented, since the key press would also press the newly focused button.
    event.preventDefault()
    stage.parentElement?.querySelector<HTMLElement>('.reading-passage button')?.focus()
  }
  if (event.key !== 'Escape') return
  // Escape must not close the document.
  event.preventDefault()
  event.stopPropagation()
  getSelection()?.removeAllRanges()
}

/** Returns the passage of the text that is selected. With `hold`, the passage stays the same after the selection is cleared. */
function useSelectedPassage(read: () => Passage | undefined, { hold }: { hold: boolean }) {
  const [passage, setPassage] = useState<Passage>()
  const note = useEffectEvent(() => {
    if (!hold) setPassage(read())
  })

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>
    const soon = () => {
      clearTimeout(timer)
      timer = setTimeout(() => note(), SETTLE_MS)
    }
    // The text may have been selected before this code was loaded.
    soon()
    const stop = listen(document, 'selectionchange', soon)
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
