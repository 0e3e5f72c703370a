import X from 'lucide-react/icons/x'
import { useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react'
import { countEvent } from '#web/lib/count-event.ts'
import type { Fetching } from '#web/reading/viewer/book/page-source.ts'
import { useReadingPosition } from '#web/reading/viewer/book/reading-position.ts'
import { isBought, type ViewedBook } from '#web/reading/viewer/book/viewed-book.ts'
import { type TurnTo, ViewerContext, type ViewerPanelName, type ViewerState } from '#web/reading/viewer/book/viewer-context.ts'
import { keepScreenOn } from '#web/reading/viewer/input/wake-lock.ts'
import { clampPage, clampZoom } from '#web/reading/viewer/paged/page-fit.ts'
import { Controls } from '#web/reading/viewer/paged/page-foot.tsx'
import { PageStage } from '#web/reading/viewer/paged/page-stage.tsx'
import { usePageKeys } from '#web/reading/viewer/paged/use-page-keys.ts'
import { ReadingButton, ReadingSlot, useReadingSwitch } from './reading-switch.tsx'
import { SearchTool } from './search-tool.tsx'
import { BookTools } from './toolbar.tsx'

/** Open document, displayed page by page. */
export function PagedDocument({
  source,
  book,
  page: wantedPage,
  onPage,
  toolsSlot,
  startReading,
  jumps,
  fetchState,
  retryFetch,
  reopen,
}: Pick<ViewerState, 'source' | 'page' | 'jumps' | keyof Fetching> & {
  book: ViewedBook
  onPage: (page: number) => void
  /** Slot in the header for buttons */
  toolsSlot: HTMLElement | null
  /** Opens in the reading view if the document has reflowable text */
  startReading: boolean
}) {
  const [zoom, setZoom] = useState(1)
  const [asking, setAsking] = useState(false)
  const [panel, setPanel] = useState<ViewerPanelName>()
  const stage = useRef<HTMLDivElement>(null)
  const { total } = source
  const { reflow, isReading, setReading, showPagesOnly } = useReadingSwitch(source.reflow, startReading)
  const page = clampPage(wantedPage, total)
  const { offer, dismiss } = useReadingPosition({ book: book.position, page, total, bought: isBought(book) ? book.id : undefined })
  useCountReading(book.id, { isPreview: book.preview !== undefined, isLastPage: page === total })
  useEffect(keepScreenOn, [])
  const { jumpBack, forgetJump } = jumps
  const opensAt = useRef<'top' | 'bottom'>('top')

  const turnTo: TurnTo = (next, at = 'top') => {
    if (next < 1 || next > total || next === page) return
    opensAt.current = at
    onPage(next)
  }

  const retryAfterFailure = useEffectEvent(() => fetchState.failure && retryFetch())
  // biome-ignore lint/correctness/useExhaustiveDependencies: runs when the page is turned
  useLayoutEffect(() => {
    const element = stage.current
    if (!element) return
    element.scrollTo({ top: opensAt.current === 'top' ? 0 : element.scrollHeight })
    opensAt.current = 'top'
    // A button that is disabled at the first or last page would lose the focus, and keyboard control with it.
    if (document.activeElement?.matches('button:disabled') || document.activeElement === document.body)
      element.focus({ preventScroll: true })
    retryAfterFailure()
  }, [page])

  function switchView(next: boolean) {
    // Search hits are marked in both views.
    if (panel !== 'search') setPanel(undefined)
    forgetJump()
    setReading(next)
  }

  const zoomTo = (next: number) => setZoom(clampZoom(next))
  const viewer = {
    ...{ source, page, total, turnTo, jumps, zoom, setZoom: zoomTo, asking, setAsking, panel, setPanel },
    ...{ fetchState, retryFetch, reopen },
  }
  usePageKeys(stage, viewer)

  return (
    <ViewerContext value={viewer}>
      <div className="viewer-document">
        {toolsSlot && source.fetchJson && <SearchTool fetchJson={source.fetchJson} slot={toolsSlot} />}
        {reflow && isReading ? <ReadingSlot reflow={reflow} book={book} onNone={showPagesOnly} /> : <PageStage ref={stage} />}
        {offer !== undefined && (
          <div className="viewer-offer">
            <button type="button" className="viewer-offer-link" onClick={() => turnTo(offer)}>
              {`Continue on page ${offer}`}
            </button>
            <button type="button" className="viewer-button" aria-label="Dismiss" onClick={dismiss}>
              <X aria-hidden />
            </button>
          </div>
        )}
        {jumpBack && (
          <div className="viewer-jump-back">
            <button type="button" className="viewer-offer-link" onClick={jumpBack}>
              Back to where you were
            </button>
            <button type="button" className="viewer-button" aria-label="Dismiss" onClick={forgetJump}>
              <X aria-hidden />
            </button>
          </div>
        )}
        {book.preview && page === total && (
          <section className="viewer-preview-end" aria-label="End of the preview">
            <p>
              <strong>The preview ends here.</strong> {`You have seen ${total} of ${book.preview.totalPages} pages.`}
            </p>
            {book.preview.offer}
          </section>
        )}
        {toolsSlot && <BookTools book={book.position} slot={toolsSlot} />}
        {toolsSlot && reflow && <ReadingButton isReading={isReading} onChange={switchView} slot={toolsSlot} />}
        {!isReading && <Controls book={book} />}
      </div>
    </ViewerContext>
  )
}

/** Counts that a book or its preview was opened, and once that its last page was reached. */
function useCountReading(id: string | undefined, { isPreview, isLastPage }: { isPreview: boolean; isLastPage: boolean }): void {
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
