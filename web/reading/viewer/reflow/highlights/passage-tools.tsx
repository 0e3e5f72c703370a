import { type RefObject, useEffect, useEffectEvent, useState } from 'react'
import type { ReflowBlock } from '#contracts/reading/book-reflow.ts'
import { listen } from '#web/lib/browser-events.ts'
import { useBackCloses } from '#web/lib/history/overlay-history.ts'
import { isSamePassage, type useHighlights } from '#web/reading/viewer/book/highlights.ts'
import { PassageBar } from './passage-bar.tsx'
import { useSelectedPassage } from './use-selected-passage.ts'

/** Toolbar for selected text or a tapped highlight. */
export function PassageTools({
  stage,
  loaded,
  highlights,
}: {
  stage: RefObject<HTMLElement | null>
  loaded: ReadonlyMap<number, ReflowBlock[]>
  highlights: ReturnType<typeof useHighlights>
}) {
  const [pressed, setPressed] = useState<string>()
  const [noting, setNoting] = useState(false)
  const { passage, clear } = useSelectedPassage(stage, loaded, { hold: noting })
  const highlight = highlights.list.find((each) => (passage ? isSamePassage(each, passage) : each.id === pressed))
  const shown = passage ?? highlight

  const press = useEffectEvent(({ target }: Event) => {
    // A tap beside an open note would discard the note.
    if (!noting) setPressed((target as Element).closest('[data-highlight]')?.getAttribute('data-highlight') ?? undefined)
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
