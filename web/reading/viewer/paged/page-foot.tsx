import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import Minus from 'lucide-react/icons/minus'
import Plus from 'lucide-react/icons/plus'
import { useViewer } from '#web/reading/viewer/book/viewer-context.ts'
import { PageNumber, ViewerFoot } from '#web/reading/viewer/book/viewer-foot.tsx'
import { stepZoom } from './page-fit.ts'

/** Footer of the page view, with previous and next buttons, page number and zoom. */
export function PageFoot() {
  const { source, page, total, turnTo, zoom, setZoom } = useViewer()
  // In a right-to-left document, the next page is on the left, and so is its button.
  const { direction } = source
  const [Back, Forward] = direction === 'rtl' ? [ChevronRight, ChevronLeft] : [ChevronLeft, ChevronRight]
  const smaller = stepZoom(zoom, -1)
  const larger = stepZoom(zoom, 1)
  const percent = `${Math.round(zoom * 100)}%`

  const turn = (
    <>
      <button type="button" className="viewer-button" disabled={page <= 1} onClick={() => turnTo(page - 1)}>
        <Back aria-hidden />
        Previous
      </button>
      <PageNumber />
      <button type="button" className="viewer-button" disabled={page >= total} onClick={() => turnTo(page + 1)}>
        Next
        <Forward aria-hidden />
      </button>
    </>
  )
  return (
    <ViewerFoot turn={turn} direction={direction}>
      <div className="viewer-zoom">
        <button type="button" className="viewer-button" aria-label="Zoom out" disabled={smaller === zoom} onClick={() => setZoom(smaller)}>
          <Minus aria-hidden />
        </button>
        <button type="button" className="viewer-button viewer-percent" aria-label={`${percent}, fit to width`} onClick={() => setZoom(1)}>
          {percent}
        </button>
        <button type="button" className="viewer-button" aria-label="Zoom in" disabled={larger === zoom} onClick={() => setZoom(larger)}>
          <Plus aria-hidden />
        </button>
      </div>
    </ViewerFoot>
  )
}
