import X from 'lucide-react/icons/x'
import { useEffect, useLayoutEffect, useRef, useState } from 'react'
import { countEvent } from '#web/lib/count-event.ts'
import type { BookPlace, Place } from '#web/lib/places/book-places.ts'
import { completeBookmarkOf } from '#web/reading/viewer/book/bookmarks.ts'
import { useFoundPlaces } from '#web/reading/viewer/book/editions/found-places.ts'
import { isInEdition, type LocatedPlace } from '#web/reading/viewer/book/editions/known-place.ts'
import { useMovedMarks } from '#web/reading/viewer/book/editions/use-moved-marks.ts'
import { LoadFailure } from '#web/reading/viewer/book/messages.tsx'
import { type Fit, pagesBeside } from '#web/reading/viewer/book/page-layout.ts'
import { clampPage, type Fetching, type PageSource, pageName } from '#web/reading/viewer/book/page-source.ts'
import { useReadingPlace } from '#web/reading/viewer/book/use-reading-place.ts'
import {
  useViewer,
  type ViewedBook,
  ViewerContext,
  type ViewerPanelName,
  type ViewerState,
} from '#web/reading/viewer/book/viewer-context.ts'
import { ViewerPanel } from '#web/reading/viewer/book/viewer-panel.tsx'
import { keepScreenOn } from '#web/reading/viewer/input/wake-lock.ts'
import { clampZoom } from '#web/reading/viewer/paged/page-fit.ts'
import { LAYOUT_LABEL, PageFoot } from '#web/reading/viewer/paged/page-foot.tsx'
import { PageStage } from '#web/reading/viewer/paged/page-stage.tsx'
import { LazyPart } from '#web/ui/lazy-part.tsx'
import { CONTENTS_LABEL, SEARCH_LABEL, Toolbar } from './toolbar.tsx'
import { ReadingViewSlot, useReadingOffer, useViewChoice } from './view-choice.tsx'

const loadLocating = () => import('#web/reading/viewer/book/editions/locate-place.ts')
const loadLayout = () => import('#web/reading/viewer/paged/layout-panel.tsx')
const loadContents = () => import('./contents-panel.tsx')
const loadSearch = () => import('#web/reading/viewer/book/search/search-in-document.tsx')

/** Position of the first word of a book */
const START: Place = { part: 1, block: 0, offset: 0 }

const isStart = (place: BookPlace | undefined) =>
  place?.page === 1 && (!place.text || (place.text.part === 1 && place.text.block === 0 && place.text.offset === 0))

/** Open document in the page view or the reading view, with toolbar, panels and notices. */
export function OpenDocument({
  source,
  book,
  page: wantedPage,
  onPage,
  located,
  resumed,
  toolsSlot,
  startReading,
  jumps,
  fetchState,
  retryFetch,
  reopen,
}: Pick<ViewerState, 'source' | 'book' | 'page' | 'jumps' | keyof Fetching> & {
  onPage: (page: number) => void
  /** Stored place in the edition that is open */
  located: LocatedPlace
  /** Page of the stored place, if the document was opened there */
  resumed: number | undefined
  /** Element in the viewer's header for the toolbar buttons */
  toolsSlot: HTMLElement | null
  /** Whether to open a document with reflowable text in the reading view */
  startReading: boolean
}) {
  const [zoom, setZoom] = useState(1)
  const [asking, setAsking] = useState(false)
  /** Current page at the time when the end of the document scrolled into view; in reflowable text, several pages may be visible then. */
  const [endPage, setEndPage] = useState<number>()
  const [panel, setPanel] = useState<ViewerPanelName>()
  const { total } = source
  const { reflow, hasPages, isReading, setReading, showPagesOnly } = useViewChoice(source, startReading)
  const readingOffer = useReadingOffer({ isPossible: reflow !== undefined && hasPages && !isReading })
  const page = clampPage(wantedPage, total)
  const [fit, noteFit] = useState<Fit>('width')
  const isPair = fit === 'pair' && !isReading
  const visible = pagesBeside(page, total, isPair)
  const isAtEnd = visible.includes(total)
  const bought = book.download || book.preview ? undefined : book.id
  const locate = async () => (await loadLocating()).locatePlace(book, source, { isText: isReading })
  const { offer, dismiss, noteRead, noteWords, pageWords, place } = useReadingPlace({ book, page, total, located, locate, bought })
  const { pages: found } = useFoundPlaces(book.position, book.edition)
  useMovedMarks(book, source, { located, isPanelOpen: panel !== undefined })
  const [goal, setGoal] = useState<ViewerState['goal']>()
  const [atResumed, setAtResumed] = useState(() => resumed === page && !isStart(place()))
  if (atResumed && page !== resumed) setAtResumed(false)
  useCountReading(book, isAtEnd)
  useEffect(keepScreenOn, [])

  function turnTo(next: number, text?: Place) {
    if (next < 1 || next > total) return
    setGoal(text && { page: next, text })
    onPage(next)
  }

  function turnBy(direction: 1 | -1) {
    const next = direction === 1 ? Math.max(...visible) + 1 : Math.min(...visible) - 1
    turnTo(Math.min(...pagesBeside(next, total, isPair)))
  }

  function backToStart() {
    const from = place()
    jumps.noteJump(() => turnTo(page, from?.text))
    setAtResumed(false)
    turnTo(1, START)
  }

  function switchView(next: boolean) {
    // The search panel stays open, since search hits are marked in both views.
    if (panel !== 'search') setPanel(undefined)
    jumps.forgetJump()
    setReading(next)
  }

  const viewer: ViewerState = {
    book,
    source,
    page,
    visible,
    total,
    turnTo,
    turnBy,
    fit,
    noteFit,
    goal,
    noteRead,
    noteWords: (at, words) => {
      noteWords(at, words)
      if (at === page) readingOffer.noteText(words)
      if (words !== undefined) completeBookmarkOf(at, book, words)
    },
    pageWords,
    found,
    readingPlace: place,
    noteEnd: () => setEndPage(Math.max(...visible)),
    jumps,
    zoom,
    setZoom: (next) => setZoom(clampZoom(next)),
    asking,
    setAsking,
    otherView:
      reflow && hasPages ? { label: isReading ? 'Show the pages' : 'Read as text', open: () => switchView(!isReading) } : undefined,
    panel,
    setPanel,
    fetchState,
    retryFetch,
    reopen,
  }
  return (
    <ViewerContext value={viewer}>
      <div className="viewer-document">
        {toolsSlot && source.fetchJson && <SearchSlot fetchJson={source.fetchJson} slot={toolsSlot} />}
        {reflow && isReading && <ReadingViewSlot reflow={reflow} onNone={showPagesOnly} />}
        {!isReading && (hasPages ? <PageStage /> : <LoadFailure onRetry={reopen} />)}
        {offer && (
          <Notice
            className="viewer-offer"
            label={
              isInEdition(offer, book.edition)
                ? `Continue on page ${pageName(source, offer.page)}`
                : `You stopped on page ${offer.page} of another edition`
            }
            onFollow={() => turnTo(offer.page, isInEdition(offer, book.edition) ? offer.text : undefined)}
            onDismiss={dismiss}
          />
        )}
        {atResumed && !offer && (
          <Notice className="viewer-offer" label="Back to the start" onFollow={backToStart} onDismiss={() => setAtResumed(false)} />
        )}
        {jumps.jumpBack && (
          <Notice className="viewer-jump-back" label="Back to where you were" onFollow={jumps.jumpBack} onDismiss={jumps.forgetJump} />
        )}
        {readingOffer.isOffered && !offer && !jumps.jumpBack && (
          <Notice
            className="viewer-jump-back"
            label="Easier to read: larger text"
            onFollow={() => switchView(true)}
            onDismiss={() => setReading(false)}
          />
        )}
        {book.preview && endPage !== undefined && Math.max(...visible) >= endPage && <PreviewEnd />}
        {toolsSlot && <Toolbar slot={toolsSlot} isReading={isReading} onReading={reflow && hasPages ? switchView : undefined} />}
        {panel === 'contents' && (
          <LazyPart load={loadContents} frame={(state) => <ViewerPanel title={CONTENTS_LABEL}>{state}</ViewerPanel>}>
            {({ ContentsPanel }) => <ContentsPanel title={CONTENTS_LABEL} />}
          </LazyPart>
        )}
        {panel === 'layout' && (
          <LazyPart load={loadLayout} frame={(state) => <ViewerPanel title={LAYOUT_LABEL}>{state}</ViewerPanel>}>
            {({ LayoutPanel }) => <LayoutPanel title={LAYOUT_LABEL} />}
          </LazyPart>
        )}
        {!isReading && hasPages && <PageFoot />}
      </div>
    </ViewerContext>
  )
}

/** Notice with a button that leads to another page and a button that dismisses the notice. */
function Notice({
  className,
  label,
  onFollow,
  onDismiss,
}: {
  className: string
  label: string
  onFollow: () => void
  onDismiss: () => void
}) {
  return (
    <div className={className}>
      <button type="button" className="viewer-offer-link" onClick={onFollow}>
        {label}
      </button>
      <button type="button" className="viewer-button" aria-label="Dismiss" onClick={onDismiss}>
        <X aria-hidden />
      </button>
    </div>
  )
}

/** Search in the open book. Its code is loaded on first use and stays mounted, so that hits remain marked without the panel. */
function SearchSlot({ fetchJson, slot }: { fetchJson: NonNullable<PageSource['fetchJson']>; slot: HTMLElement }) {
  const { panel } = useViewer()
  const isOpen = panel === 'search'
  const [wanted, setWanted] = useState(isOpen)
  if (isOpen && !wanted) setWanted(true)
  if (!wanted) return null
  return (
    <LazyPart load={loadSearch} frame={(state) => isOpen && <ViewerPanel title={SEARCH_LABEL}>{state}</ViewerPanel>}>
      {({ SearchInDocument }) => <SearchInDocument title={SEARCH_LABEL} fetchJson={fetchJson} slot={slot} />}
    </LazyPart>
  )
}

/** Counts that a book or its preview was opened, and once that the last page of the book was reached. */
function useCountReading({ id, preview }: ViewedBook, isLastPage: boolean): void {
  const isPreview = preview !== undefined
  const [finished, setFinished] = useState(false)
  // The last page of a preview is not the end of the book.
  if (isLastPage && !isPreview && !finished) setFinished(true)

  useEffect(() => {
    if (id) countEvent({ kind: 'book', id, event: isPreview ? 'previewed' : 'opened' })
  }, [id, isPreview])
  useEffect(() => {
    if (id && finished) countEvent({ kind: 'book', id, event: 'finished' })
  }, [id, finished])
}

/** Offer of the whole book below the end of a preview. The page is scrolled up by the offer's height to keep the last lines in view. */
function PreviewEnd() {
  const { book, total } = useViewer()
  const section = useRef<HTMLElement>(null)

  useLayoutEffect(() => {
    const stage = section.current?.parentElement?.querySelector('.viewer-stage, .reading-stage')
    stage?.scrollBy({ top: section.current?.offsetHeight ?? 0, behavior: 'instant' })
  }, [])

  return (
    <section ref={section} className="viewer-preview-end" aria-label="End of the preview">
      <p>
        <strong>The preview ends here.</strong> {`You have seen ${total} of ${book.preview?.totalPages} pages.`}
      </p>
      {/* Displayed in windows that have no room for the bar below. */}
      <div className="viewer-end-offer">{book.preview?.offer}</div>
    </section>
  )
}
