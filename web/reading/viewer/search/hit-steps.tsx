import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import X from 'lucide-react/icons/x'
import type { PageHits } from '#contracts/reading/page-search.ts'
import { pluralize } from '#web/lib/format/plural.ts'
import { useViewer } from '#web/reading/viewer/viewer-context.ts'
import { stepHit } from './step-hit.ts'

/** Bar over the page with the searched words, the number of the current hit, and buttons to the previous and next hit. */
export function HitSteps({
  words,
  hits,
  onGoTo,
  onList,
  onEnd,
}: {
  words: string
  hits: PageHits['hits']
  onGoTo: (page: number) => void
  onList: () => void
  onEnd: () => void
}) {
  const { page } = useViewer()
  const pages = hits.map((hit) => hit.page)
  const index = pages.indexOf(page)
  return (
    <section className="viewer-hits" aria-label="Hits" data-own-keys onKeyDown={({ key }) => key === 'Escape' && onEnd()}>
      <button type="button" className="viewer-button viewer-hits-words" title="All hits" data-opens="search" onClick={onList}>
        <span dir="auto">{words}</span>
      </button>
      <p role="status" className="viewer-hits-count">
        {index < 0 ? pluralize(hits.length, 'hit') : `${index + 1} of ${hits.length}`}
      </p>
      <button type="button" className="viewer-button" aria-label="Previous hit" onClick={() => onGoTo(stepHit(pages, page, -1))}>
        <ChevronLeft aria-hidden />
      </button>
      <button type="button" className="viewer-button" aria-label="Next hit" onClick={() => onGoTo(stepHit(pages, page, 1))}>
        <ChevronRight aria-hidden />
      </button>
      <button type="button" className="viewer-button" aria-label="End the search" onClick={onEnd}>
        <X aria-hidden />
      </button>
    </section>
  )
}
