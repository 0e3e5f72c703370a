import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import Highlighter from 'lucide-react/icons/highlighter'
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal'
import { type RefObject, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { BookReflow } from '#contracts/reading/book-reflow.ts'
import { listen } from '#web/lib/browser-events.ts'
import type { Highlight } from '#web/lib/highlights/stored-highlights.ts'
import type { BookPlace } from '#web/lib/places/book-places.ts'
import { isInEdition } from '#web/reading/viewer/book/editions/known-place.ts'
import { useHighlights } from '#web/reading/viewer/book/highlights.ts'
import type { ReflowSource } from '#web/reading/viewer/book/page-source.ts'
import { HighlightsPanel } from '#web/reading/viewer/book/passages/highlights-panel.tsx'
import { PassageTools } from '#web/reading/viewer/book/passages/passage-tools.tsx'
import { useReadingSettings } from '#web/reading/viewer/book/reading-settings.ts'
import { useViewer } from '#web/reading/viewer/book/viewer-context.ts'
import { PageNumber, ViewerFoot } from '#web/reading/viewer/book/viewer-foot.tsx'
import { HIGHLIGHTS_LABEL, PanelButton } from '#web/reading/viewer/book/viewer-panel.tsx'
import { AloudButtons, useReadAloud } from './aloud/use-read-aloud.tsx'
import { knownLanguage } from './aloud/voice.ts'
import { findPart } from './blocks.ts'
import { offsetOf, readLink, readPlaceName } from './dom-text.ts'
import { readSelection } from './read-selection.ts'
import { ReflowText, TextState } from './reflow-text.tsx'
import { SettingsPanel } from './settings-panel.tsx'
import { describeTimeLeft } from './time-left.ts'
import { useReadingKeys } from './use-reading-keys.ts'
import { useReflowContents, useReflowParts } from './use-reflow.ts'
import { useSelectionKeys } from './use-selection-keys.ts'
import { useTextEnds } from './use-text-ends.ts'
import { type Target, useTextPosition } from './use-text-position.ts'
import './reading.css'

/**
 * Space above a scroll target, as a fraction of the scroll container's height: small above a heading or page start, larger above a word
 * within the text.
 */
const ABOVE = { beginning: 0.02, word: 0.3 }

/** View of a book as reflowable text, with the visitor's text settings. */
export function ReadingView({ reflow, onNone }: { reflow: ReflowSource; onNone: () => void }) {
  const { ground } = useReadingSettings(useViewer().book.position)
  const contents = useReflowContents(reflow, onNone)
  if (contents) return <OpenText reflow={reflow} contents={contents} />
  return (
    <div className="reading-stage" data-ground={ground}>
      <TextState />
    </div>
  )
}

function OpenText({ reflow, contents }: { reflow: ReflowSource; contents: BookReflow }) {
  const { book, source, found, page, panel, readingPlace } = useViewer()
  const stage = useRef<HTMLElement>(null)
  const { ground, size, spacing, margins, face, align, hyphens } = useReadingSettings(book.position)
  const language = knownLanguage(book.language ?? contents.language)
  const highlights = useHighlights(book, found)
  const findTarget = (wanted: number): Target => ({ part: findPart(contents.parts, wanted), page: wanted })
  const [start] = useState(
    () =>
      findStart(readingPlace(), { page, contents, edition: book.edition, hasPages: source.renderPage !== undefined }) ?? findTarget(page),
  )
  const parts = useReflowParts(reflow, contents.parts.length, start.part)
  const { place, placeAtTop, goTo, goEarlier, isSeen } = useTextPosition({ stage, parts, start, findTarget })
  const aloud = useReadAloud({
    reflow,
    language,
    parts: contents.parts,
    onSentence: (sentence) => !isSeen(sentence) && goTo({ ...sentence, page, above: 0.2 }),
  })
  const toTarget = ({ page: at, part, fromBlock: block, fromOffset: offset, quote }: Highlight): Target => ({
    page: at,
    part: part || findPart(contents.parts, at),
    block,
    offset,
    words: quote,
  })
  useReflowLinks({ stage, goTo })
  const { next, previous } = useReadingKeys({ stage, direction: contents.direction, onStart: goEarlier })
  const { isStart, isEnd } = useTextEnds(stage, parts)
  const [Back, Forward] = contents.direction === 'rtl' ? [ChevronRight, ChevronLeft] : [ChevronLeft, ChevronRight]
  const onSelectionKey = useSelectionKeys({ stage, placeAtTop, language })
  function startAloud() {
    const top = placeAtTop()
    if (top) aloud.play(top)
  }
  const blocks = place && parts.loaded.get(place.part)

  return (
    <>
      <section
        ref={stage}
        className="reading-stage"
        data-ground={ground}
        data-margins={margins}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it
        tabIndex={0}
        aria-label="Text"
        aria-keyshortcuts="h"
        onKeyDown={onSelectionKey}
      >
        <article
          className="reading-text"
          lang={language}
          dir={contents.direction}
          data-size={size}
          data-spacing={spacing}
          data-face={face}
          data-align={align}
          data-hyphens={hyphens}
        >
          <ReflowText
            reflow={reflow}
            contents={contents}
            parts={parts}
            highlights={highlights.list}
            spoken={aloud.sentence}
            onEarlier={goEarlier}
            onLater={() => parts.extend(1)}
          />
        </article>
      </section>
      <PassageTools stage={stage} highlights={highlights} readSelection={(element) => readSelection(element, parts.loaded)} />
      <ViewerFoot
        direction={contents.direction}
        turn={
          <>
            <button type="button" className="viewer-button reading-turn" disabled={isStart} onClick={previous}>
              <Back aria-hidden />
              Previous
            </button>
            <div className="reading-place">
              <PageNumber silent />
              {blocks && <span className="reading-left">{describeTimeLeft(contents.parts, place, blocks)}</span>}
            </div>
            <button type="button" className="viewer-button reading-turn" disabled={isEnd} onClick={next}>
              Next
              <Forward aria-hidden />
            </button>
          </>
        }
      >
        <div className="reading-tools">
          <AloudButtons aloud={aloud} onStart={startAloud} />
          <PanelButton opens="highlights" label={HIGHLIGHTS_LABEL}>
            <Highlighter aria-hidden />
          </PanelButton>
          <PanelButton opens="reading" label="Text settings">
            <SlidersHorizontal aria-hidden />
          </PanelButton>
        </div>
      </ViewerFoot>
      {panel === 'reading' && <SettingsPanel aloud={aloud} />}
      {panel === 'highlights' && <HighlightsPanel highlights={highlights} onGoTo={(highlight) => goTo(toTarget(highlight))} />}
    </>
  )
}

/**
 * Returns the reader's position in the text if it is on the given page; undefined if the text was regenerated with fewer parts since. Counted
 * pages of a document without pages are not compared, since only the text is read.
 */
function findStart(
  place: BookPlace | undefined,
  { page, contents: { parts }, edition, hasPages }: { page: number; contents: BookReflow; edition: string | undefined; hasPages: boolean },
): Target | undefined {
  if (!place?.text || (hasPages && place.page !== page) || !isInEdition(place, edition)) return undefined
  return place.text.part <= parts.length ? { ...place.text, page } : undefined
}

/** Follows links within the text: from the table of contents to chapters, and between note references and notes. */
function useReflowLinks({ stage, goTo }: { stage: RefObject<HTMLElement | null>; goTo: (target: Target) => void }): void {
  const { page, jumps } = useViewer()
  const follow = useEffectEvent((event: Event) => {
    const link = (event.target as Element).closest('a[href^="#"]')
    const from = link?.closest('[data-place]')
    if (!link || !from) return
    // The default action is prevented, so that the page's URL does not change.
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
