import { useCallback, useRef, useState } from 'react'
import type { BookReflow } from '#contracts/reading/book-reflow.ts'
import { HighlightsPanel } from '#web/reading/viewer/highlights/highlights-panel.tsx'
import { PassageTools } from '#web/reading/viewer/highlights/passage-tools.tsx'
import { useHighlights } from '#web/reading/viewer/highlights/stored-highlights.ts'
import type { ViewedBook } from '#web/reading/viewer/page/viewed-book.ts'
import { useViewer } from '#web/reading/viewer/viewer-context.ts'
import { useReadAloud } from './aloud/use-read-aloud.ts'
import { knownLanguage } from './aloud/voice.ts'
import { findPart } from './position.ts'
import { ReadingFoot } from './reading-foot.tsx'
import { useReadingSettings } from './reading-settings.ts'
import type { ReflowSource } from './reflow-source.ts'
import { ReflowText } from './reflow-text.tsx'
import { SettingsPanel } from './settings-panel.tsx'
import { findTextPosition } from './stored-text-positions.ts'
import { TextState } from './text-state.tsx'
import { useReadingKeys } from './use-reading-keys.ts'
import { type Target, useReadingPosition } from './use-reading-position.ts'
import { useReflowContents, useReflowParts } from './use-reflow.ts'
import { useReflowLinks } from './use-reflow-links.ts'
import { useSelectionKeys } from './use-selection-keys.ts'
import './reading.css'

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
