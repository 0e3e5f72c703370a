import { useState } from 'react'
import { WORDS_LENGTH } from '#contracts/reading/place-words.ts'
import { toast } from '#web/lib/toast.ts'
import { useLazyModule } from '#web/lib/use-lazy-module.ts'
import { LoadFailure, Loading } from '#web/reading/viewer/book/messages.tsx'
import type { PageSource, ReflowSource } from '#web/reading/viewer/book/page-source.ts'
import { changeSettings, useHasChosenView, useReadingSettings } from '#web/reading/viewer/book/reading-settings.ts'
import { useOtherWays, useViewer } from '#web/reading/viewer/book/viewer-context.ts'

/**
 * Whether a document is displayed as reflowable text. The choice is stored; `startReading` opens the text regardless of the stored choice. A
 * document without pages is always displayed as text.
 */
export function useViewChoice({ reflow, renderPage }: PageSource, startReading: boolean) {
  const { view } = useReadingSettings()
  const [starting, setStarting] = useState(startReading)
  const [none, setNone] = useState(false)
  const usable = none ? undefined : reflow
  const hasPages = renderPage !== undefined
  const isReading = usable !== undefined && (starting || view === 'text' || !hasPages)

  function setReading(next: boolean) {
    setStarting(false)
    changeSettings({ view: next ? 'text' : 'pages' })
  }
  /** Falls back to the page view if the document has no reflowable text. The stored choice remains valid for other books. */
  function showPagesOnly() {
    setNone(true)
    if (hasPages) toast('This book can only be read as pages.', { id: 'reading' })
  }
  return { reflow: usable, hasPages, isReading, setReading, showPagesOnly }
}

/** Least number of letters of a page that is worth reading as text; a cover has fewer. */
const TEXT_PAGE = WORDS_LENGTH * 0.9
/** Width below which the pages of a book are hard to read, in pixels */
const SMALL_SCREEN = 600

/**
 * Returns whether the reading view is offered: on a small screen, from the first page with text on, until the visitor chooses a view.
 * `noteText` is called with the words of the page that is open.
 */
export function useReadingOffer({ isPossible }: { isPossible: boolean }) {
  const hasChosen = useHasChosenView()
  const [hasText, setHasText] = useState(false)
  const noteText = (words: string | undefined) => {
    if (words !== undefined && words.length >= TEXT_PAGE && innerWidth < SMALL_SCREEN) setHasText(true)
  }
  return { isOffered: isPossible && hasText && !hasChosen, noteText }
}

/** Reading view, whose code is loaded on first render. */
export function ReadingViewSlot({ reflow, onNone }: { reflow: ReflowSource; onNone: () => void }) {
  const { id, preview } = useViewer().book
  const { view, download } = useOtherWays()
  const { module, failed, retry } = useLazyModule(
    () => import('#web/reading/viewer/reflow/reading-view.tsx'),
    id && !preview ? { kind: 'book', id } : undefined,
  )
  if (module) return <module.ReadingView reflow={reflow} onNone={onNone} />
  return <div className="viewer-stage">{failed ? <LoadFailure onRetry={retry} /> : <Loading ways={{ view, download }} />}</div>
}
