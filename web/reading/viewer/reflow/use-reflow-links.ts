import { type RefObject, useEffect, useEffectEvent } from 'react'
import { listen } from '#web/lib/browser-events.ts'
import { useViewer } from '#web/reading/viewer/viewer-context.ts'
import { offsetOf, readLink, readPlaceName } from './dom-text.ts'
import type { Target } from './use-reading-position.ts'

/** Share of the stage's height to leave visible above the target: little above a beginning, more above a word within a text. */
const ABOVE = { beginning: 0.02, word: 0.3 }

/** Follows links within the text: from the table of contents to chapters, and between note references and notes. */
export function useReflowLinks({ stage, goTo }: { stage: RefObject<HTMLElement | null>; goTo: (target: Target) => void }): void {
  const { page, jumps } = useViewer()
  const follow = useEffectEvent((event: Event) => {
    const link = (event.target as Element).closest('a[href^="#"]')
    const from = link?.closest('[data-place]')
    if (!link || !from) return
    // Keeps the page's URL unchanged.
    event.preventDefault()
    const place = readLink(link)
    const origin = readPlaceName(from)
    const offset = offsetOf(from, link, 0)
    if (link.role === 'doc-backlink') jumps.forgetJump()
    else jumps.noteJump(() => goTo({ ...origin, offset, page, above: ABOVE.word, from: place }))
    goTo({ ...place, page, above: place.offset ? ABOVE.word : ABOVE.beginning, from: origin })
  })
  useEffect(() => (stage.current ? listen(stage.current, 'click', (event) => follow(event)) : undefined), [stage])
}
