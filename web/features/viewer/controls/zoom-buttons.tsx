import { Minus, Plus } from 'lucide-react'
import { stepZoom } from '#web/features/viewer/page/page-fit.ts'
import { useViewer } from '#web/features/viewer/viewer-context.ts'

/** Zoom out, fit to width, zoom in. */
export function ZoomButtons() {
  const { zoom, setZoom } = useViewer()
  const smaller = stepZoom(zoom, -1)
  const larger = stepZoom(zoom, 1)
  return (
    <div className="viewer-zoom">
      <button type="button" className="viewer-button" aria-label="Zoom out" disabled={smaller === zoom} onClick={() => setZoom(smaller)}>
        <Minus aria-hidden />
      </button>
      <button
        type="button"
        className="viewer-button viewer-percent"
        aria-label={`${Math.round(zoom * 100)}%, fit to width`}
        onClick={() => setZoom(1)}
      >
        {`${Math.round(zoom * 100)}%`}
      </button>
      <button type="button" className="viewer-button" aria-label="Zoom in" disabled={larger === zoom} onClick={() => setZoom(larger)}>
        <Plus aria-hidden />
      </button>
    </div>
  )
}
