import { useEffect, useEffectEvent, useRef, useState } from 'react'
import type { PageHits } from '#contracts/reading/page-search.ts'
import { RefusedError } from '#web/lib/access/file-connection.ts'
import { searchPath, usePageSearch } from '#web/lib/use-page-search.ts'
import { coversPage, ViewerPanel } from '#web/reading/viewer/controls/viewer-panel.tsx'
import { type PageSource, pageName } from '#web/reading/viewer/page/page-source.ts'
import { useViewer } from '#web/reading/viewer/viewer-context.ts'
import { PageSearch } from '#web/ui/page-search.tsx'
import { HitSteps } from './hit-steps.tsx'
import { useFoundMarks } from './use-found-marks.ts'
import './search.css'

/**
 * Search panel, the marks of its hits, and the bar that steps through the hits while the panel is closed. Closing the panel ends the
 * search; on a phone choosing a hit closes the panel but continues the search.
 */
export function SearchInDocument({
  title,
  fetchJson,
  slot,
}: {
  title: string
  fetchJson: NonNullable<PageSource['fetchJson']>
  /** Slot in the viewer's header */
  slot: HTMLElement
}) {
  const { source, page, turnTo, panel, setPanel } = useViewer()
  const isOpen = panel === 'search'
  const body = useRef<HTMLDivElement>(null)
  const [viewer] = useState(() => slot.closest<HTMLElement>('.viewer'))
  const search = usePageSearch((q) => fetchJson<PageHits>(searchPath(q)).catch(refuse))
  const reveal = useFoundMarks(viewer, search.found?.hits, (number) => pageName(source, number))
  const goesOn = useRef(false)

  const noteClosed = useEffectEvent(() => {
    if (!goesOn.current && !panel) search.clear()
    goesOn.current = false
  })
  useEffect(() => {
    if (!isOpen) noteClosed()
  }, [isOpen])

  function open(hit: number) {
    goesOn.current = coversPage(body.current)
    if (goesOn.current) setPanel(undefined)
    turnTo(hit)
    reveal(hit)
  }
  function end() {
    search.clear()
    viewer?.querySelector<HTMLElement>('.viewer-stage, .reading-stage')?.focus({ preventScroll: true })
  }

  if (isOpen)
    return (
      <ViewerPanel title={title}>
        <div ref={body} className="viewer-search">
          <PageSearch search={search} shownPage={page} onOpen={open} />
        </div>
      </ViewerPanel>
    )
  return search.found && search.found.hits.length > 0 ? (
    <HitSteps words={search.words} hits={search.found.hits} onGoTo={open} onList={() => setPanel('search')} onEnd={end} />
  ) : null
}

/** Returns undefined for a 404, the response for a document without text; throws any other error. */
function refuse(error: unknown): undefined {
  if (!(error instanceof RefusedError) || error.status !== 404) throw error
}
