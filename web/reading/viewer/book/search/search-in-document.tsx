import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { PageHits } from '#contracts/reading/page-search.ts'
import { RefusedError } from '#web/lib/access/file-connection.ts'
import { useBackCloses } from '#web/lib/history/overlay-history.ts'
import { countHits, searchPath, usePageSearch } from '#web/lib/use-page-search.ts'
import { type PageSource, pageName } from '#web/reading/viewer/book/page-source.ts'
import { useViewer } from '#web/reading/viewer/book/viewer-context.ts'
import { coversPage, ViewerPanel } from '#web/reading/viewer/book/viewer-panel.tsx'
import { PageSearch } from '#web/ui/page-search.tsx'
import { type Hit, numberOf, stepHit } from './step-hit.ts'
import { useFoundMarks } from './use-found-marks.ts'
import './search.css'
import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import X from 'lucide-react/icons/x'
import { pluralize } from '#web/lib/format/plural.ts'

/**
 * Search in an open document: the panel, the highlighted hits, and a bar that steps through the hits while the panel is closed. Closing the
 * panel ends the search; on a phone, choosing a hit closes the panel but continues the search.
 */
export function SearchInDocument({
  title,
  fetchJson,
  slot,
}: {
  title: string
  fetchJson: NonNullable<PageSource['fetchJson']>
  /** Element in the viewer's header that contains the search button */
  slot: HTMLElement
}) {
  const { source, page, turnTo, panel, setPanel } = useViewer()
  const isOpen = panel === 'search'
  const body = useRef<HTMLDivElement>(null)
  const [viewer] = useState(() => slot.closest<HTMLElement>('.viewer'))
  const search = usePageSearch((q) => fetchJson<PageHits>(searchPath(q)).catch(refuse))
  const reveal = useFoundMarks(viewer, { words: search.words, hits: search.found?.hits }, (number) => pageName(source, number))
  const goesOn = useRef(false)
  const [chosen, setChosen] = useState({ page: 0, index: 0 })

  const noteClosed = useEffectEvent(() => {
    if (!goesOn.current && !panel) search.clear()
    goesOn.current = false
  })
  useEffect(() => {
    if (!isOpen) noteClosed()
  }, [isOpen])

  function open(hit: number, index = 0) {
    setChosen({ page: hit, index })
    goesOn.current = coversPage(body.current)
    if (goesOn.current) setPanel(undefined)
    turnTo(hit)
    reveal(hit, index)
  }
  function end() {
    search.clear()
    viewer?.querySelector<HTMLElement>('.viewer-stage, .reading-stage')?.focus({ preventScroll: true })
  }

  if (isOpen)
    return (
      <ViewerPanel title={title}>
        <div ref={body} className="viewer-search">
          <PageSearch search={search} shownPage={page} onOpen={(hit) => open(hit)} />
        </div>
      </ViewerPanel>
    )
  return search.found && search.found.hits.length > 0 ? (
    <HitSteps words={search.words} hits={search.found.hits} chosen={chosen} onGoTo={open} onList={() => setPanel('search')} onEnd={end} />
  ) : null
}

/** Returns undefined for status 404, which means that the document has no text; throws other errors. */
function refuse(error: unknown): undefined {
  if (!(error instanceof RefusedError) || error.status !== 404) throw error
}

/** Bar over the page with the search words, the number of the current hit, and buttons to the previous and next hit. */
function HitSteps({
  words,
  hits,
  chosen,
  onGoTo,
  onList,
  onEnd,
}: {
  words: string
  hits: PageHits['hits']
  chosen: Hit
  onGoTo: (page: number, index: number) => void
  onList: () => void
  onEnd: () => void
}) {
  const { page } = useViewer()
  useBackCloses(true, onEnd)
  const shown = chosen.page === page ? chosen : { page, index: 0 }
  const number = numberOf(hits, shown)
  function step(direction: 1 | -1) {
    const next = stepHit(hits, shown, direction)
    onGoTo(next.page, next.index)
  }
  return (
    <section className="viewer-hits" aria-label="Search results" data-own-keys onKeyDown={({ key }) => key === 'Escape' && onEnd()}>
      <button type="button" className="viewer-button viewer-hits-words" title="All results" data-opens="search" onClick={onList}>
        <span dir="auto">{words}</span>
      </button>
      <p role="status" className="viewer-hits-count">
        {number === undefined ? pluralize(countHits(hits), 'hit') : `${number} of ${countHits(hits)}`}
      </p>
      <button type="button" className="viewer-button" aria-label="Previous result" onClick={() => step(-1)}>
        <ChevronLeft aria-hidden />
      </button>
      <button type="button" className="viewer-button" aria-label="Next result" onClick={() => step(1)}>
        <ChevronRight aria-hidden />
      </button>
      <button type="button" className="viewer-button" aria-label="Close the search" onClick={onEnd}>
        <X aria-hidden />
      </button>
    </section>
  )
}
