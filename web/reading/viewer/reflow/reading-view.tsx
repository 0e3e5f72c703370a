import { type RefObject, useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import type { BookReflow, ReflowBlock } from '#contracts/reading/book-reflow.ts'
import type { ReflowSource } from '#web/reading/viewer/book/reflow-source.ts'
import { useHighlights } from '#web/reading/viewer/book/stored-highlights.ts'
import { findTextPosition } from '#web/reading/viewer/book/stored-text-positions.ts'
import type { ViewedBook } from '#web/reading/viewer/book/viewed-book.ts'
import { useViewer } from '#web/reading/viewer/book/viewer-context.ts'
import { useReadAloud } from './aloud/use-read-aloud.ts'
import { knownLanguage } from './aloud/voice.ts'
import { HighlightsPanel } from './highlights/highlights-panel.tsx'
import { PassageTools } from './highlights/passage-tools.tsx'
import { findPart, type Place } from './position.ts'
import { CHOICES, changeSettings, type ReadingSettings, useReadingSettings } from './reading-settings.ts'
import { ReflowText } from './reflow-text.tsx'
import { TextState } from './text-state.tsx'
import { useReadingKeys } from './use-reading-keys.ts'
import { useReflowContents, useReflowParts } from './use-reflow.ts'
import { useSelectionKeys } from './use-selection-keys.ts'
import { type Target, useReadingPosition } from './use-text-position.ts'
import './reading.css'
import Highlighter from 'lucide-react/icons/highlighter'
import SlidersHorizontal from 'lucide-react/icons/sliders-horizontal'
import { listen } from '#web/lib/browser-events.ts'
import { PanelButton, ViewerPanel } from '#web/reading/viewer/book/viewer-panel.tsx'
import { DownloadLink, PageNumber, UnfoldButton } from '#web/reading/viewer/paged/page-foot.tsx'
import { AloudButtons } from './aloud/aloud-buttons.tsx'
import { offsetOf, readLink, readPlaceName } from './dom-text.ts'
import { describeTimeLeft } from './time-left.ts'

const LEGENDS: Record<Name, string> = { size: 'Size', spacing: 'Line spacing', face: 'Font', ground: 'Colours' }
const LABELS: Record<ReadingSettings[Name], string> = {
  ...{ 1: 'Smallest', 2: 'Small', 3: 'Medium', 4: 'Large', 5: 'Largest' },
  ...{ close: 'Tight', normal: 'Normal', wide: 'Wide' },
  ...{ serif: 'Serif', sans: 'Sans' },
  ...{ paper: 'Paper', sepia: 'Sepia', night: 'Night' },
}

/** Share of the stage's height to leave visible above the target: little above a beginning, more above a word within a text. */
const ABOVE = { beginning: 0.02, word: 0.3 }

/** Book as reflowable text, in the visitor's type settings. */
export function ReadingView({ reflow, book, onNone }: { reflow: ReflowSource; book: ViewedBook; onNone: () => void }) {
  const { ground } = useReadingSettings()
  const contents = useReflowContents(reflow, onNone)
  if (contents) return <OpenText reflow={reflow} contents={contents} book={book} />
  return (
    <div className="reading-stage" data-ground={ground}>
      <TextState />
    </div>
  )
}

function OpenText({ reflow, contents, book }: { reflow: ReflowSource; contents: BookReflow; book: ViewedBook }) {
  const { page, total, turnTo, panel } = useViewer()
  const stage = useRef<HTMLElement>(null)
  const { view: _, ground, ...type } = useReadingSettings()
  const language = knownLanguage(contents.language)
  const highlights = useHighlights(book.position)
  const findTarget = (wanted: number): Target => ({ part: findPart(contents.parts, wanted), page: wanted })
  const [start] = useState(() => findStart(book.position, page, contents) ?? findTarget(page))
  const parts = useReflowParts(reflow, contents.parts.length, start.part)
  const { place, goTo, goEarlier, isSeen } = useReadingPosition({
    ...{ stage, parts, book: book.position, page, total, onPage: turnTo, start, findTarget },
    layout: JSON.stringify(type),
  })
  const aloud = useReadAloud({
    ...{ reflow, language, total: contents.parts.length },
    onSentence: (sentence) => !isSeen(sentence) && goTo({ ...sentence, page, above: 0.2 }),
  })
  const goOn = useCallback(() => parts.extend(1), [parts.extend])
  useReflowLinks({ stage, goTo })
  useReadingKeys({ stage, direction: contents.direction, onStart: goEarlier })
  const onSelectionKey = useSelectionKeys({ stage, place, language })

  return (
    <>
      <section
        ref={stage}
        className="reading-stage"
        data-ground={ground}
        // biome-ignore lint/a11y/noNoninteractiveTabindex: the keyboard scrolls it
        tabIndex={0}
        aria-label="Text"
        aria-keyshortcuts="h"
        onKeyDown={onSelectionKey}
      >
        <article className="reading-text" lang={language} dir={contents.direction} {...toData(type)}>
          <ReflowText
            {...{ reflow, contents, parts, highlights: highlights.list, spoken: aloud.sentence }}
            onEarlier={goEarlier}
            onLater={goOn}
          />
        </article>
      </section>
      <PassageTools stage={stage} loaded={parts.loaded} highlights={highlights} />
      <ReadingFoot {...{ contents, aloud, place, book }} blocks={place && parts.loaded.get(place.part)} />
      {panel === 'reading' && <SettingsPanel />}
      {panel === 'highlights' && <HighlightsPanel title={book.title} highlights={highlights} onGoTo={goTo} />}
    </>
  )
}

const toData = (type: Record<string, string>) => Object.fromEntries(Object.entries(type).map(([name, value]) => [`data-${name}`, value]))

/** Returns the stored position on a page; undefined when the text was generated again since, with fewer parts. */
function findStart(book: string, page: number, { parts }: BookReflow): Target | undefined {
  const place = findTextPosition(book, page)
  return place && place.part <= parts.length ? place : undefined
}

/** Follows links within the text: from the table of contents to chapters, and between note references and notes. */
function useReflowLinks({ stage, goTo }: { stage: RefObject<HTMLElement | null>; goTo: (target: Target) => void }): void {
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

/** Footer of the reading view: page of the paper book, reading time left in the chapter, and the text tools. */
function ReadingFoot({
  contents,
  place,
  blocks,
  aloud,
  book,
}: {
  contents: BookReflow
  place: Place | undefined
  /** Blocks of the part that contains `place` */
  blocks: ReflowBlock[] | undefined
  aloud: ReturnType<typeof useReadAloud>
  book: ViewedBook
}) {
  return (
    <footer className="viewer-foot">
      <div className="viewer-turn">
        <PageNumber silent />
        {place && blocks && <span className="reading-left">{describeTimeLeft(contents.parts, place, blocks)}</span>}
        <UnfoldButton />
      </div>
      <div className="viewer-more">
        <DownloadLink book={book} />
        <div className="reading-tools">
          <AloudButtons aloud={aloud} onStart={() => place && aloud.play(place)} />
          <PanelButton opens="highlights" label="Highlights and notes">
            <Highlighter aria-hidden />
          </PanelButton>
          <PanelButton opens="reading" label="Text settings">
            <SlidersHorizontal aria-hidden />
          </PanelButton>
        </div>
      </div>
    </footer>
  )
}

type Name = Exclude<keyof ReadingSettings, 'view'>

/** Panel for the text settings. On a phone it leaves part of the text visible. */
function SettingsPanel() {
  return (
    <ViewerPanel title="Text settings">
      <form className="reading-settings">
        {(Object.keys(LEGENDS) as Name[]).map((name) => (
          <Choice key={name} name={name} />
        ))}
      </form>
    </ViewerPanel>
  )
}

function Choice({ name }: { name: Name }) {
  const settings = useReadingSettings()
  return (
    <fieldset data-choice={name}>
      <legend>{LEGENDS[name]}</legend>
      <div className="reading-choices">
        {CHOICES[name].map((value) => (
          <label key={value} data-value={value}>
            <input
              type="radio"
              name={name}
              value={value}
              aria-label={LABELS[value]}
              checked={settings[name] === value}
              data-autofocus={(name === 'size' && settings.size === value) || undefined}
              onChange={() => changeSettings({ [name]: value })}
            />
            <span aria-hidden>{name === 'size' ? 'A' : LABELS[value]}</span>
          </label>
        ))}
      </div>
    </fieldset>
  )
}
