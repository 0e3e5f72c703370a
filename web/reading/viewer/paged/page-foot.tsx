import ChevronLeft from 'lucide-react/icons/chevron-left'
import ChevronRight from 'lucide-react/icons/chevron-right'
import Columns2 from 'lucide-react/icons/columns-2'
import Minus from 'lucide-react/icons/minus'
import Plus from 'lucide-react/icons/plus'
import type { Fit } from '#web/reading/viewer/book/page-layout.ts'
import { useViewer } from '#web/reading/viewer/book/viewer-context.ts'
import { PageNumber, ViewerFoot } from '#web/reading/viewer/book/viewer-foot.tsx'
import { PanelButton } from '#web/reading/viewer/book/viewer-panel.tsx'
import { stepZoom } from './page-fit.ts'

export const LAYOUT_LABEL = 'Page layout'

const FITS: Record<Fit, string> = { width: 'width', page: 'page', pair: 'two pages' }

/** Footer of the page view, with previous and next buttons, page number and zoom. */
export function PageFoot() {
  const { source, visible, total, turnBy, zoom, setZoom, fit } = useViewer()
  // In a right-to-left document, the next page is on the left, and so is its button.
  const { direction } = source
  const [Back, Forward] = direction === 'rtl' ? [ChevronRight, ChevronLeft] : [ChevronLeft, ChevronRight]
  const smaller = stepZoom(zoom, -1)
  const larger = stepZoom(zoom, 1)
  const percent = `${Math.round(zoom * 100)}%`

  const turn = (
    <>
      <button type="button" className="viewer-button" disabled={visible.includes(1)} onClick={() => turnBy(-1)}>
        <Back aria-hidden />
        Previous
      </button>
      <PageNumber />
      <button type="button" className="viewer-button" disabled={visible.includes(total)} onClick={() => turnBy(1)}>
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
        <button
          type="button"
          className="viewer-button viewer-percent"
          aria-label={`${percent}, fit to ${FITS[fit]}`}
          onClick={() => setZoom(1)}
        >
          {percent}
        </button>
        <button type="button" className="viewer-button" aria-label="Zoom in" disabled={larger === zoom} onClick={() => setZoom(larger)}>
          <Plus aria-hidden />
        </button>
        <span className="viewer-layout">
          <PanelButton opens="layout" label={LAYOUT_LABEL}>
            <Columns2 aria-hidden />
          </PanelButton>
        </span>
      </div>
    </ViewerFoot>
  )
}
