import { Minus, Plus } from 'lucide-react'
import { stepZoom } from '#web/features/viewer/page/page-fit.ts'

/** Smaller, fitted again, larger. */
export function ZoomButtons({ zoom, onZoom, onFit }: { zoom: number; onZoom: (direction: 1 | -1) => void; onFit: () => void }) {
  return (
    <div className="viewer-zoom">
      <button
        type="button"
        className="viewer-button"
        aria-label="Zoom out"
        disabled={stepZoom(zoom, -1) === zoom}
        onClick={() => onZoom(-1)}
      >
        <Minus aria-hidden />
      </button>
      <button
        type="button"
        className="viewer-button viewer-percent"
        aria-label={`${Math.round(zoom * 100)}%, fit to width`}
        onClick={onFit}
      >
        {`${Math.round(zoom * 100)}%`}
      </button>
      <button type="button" className="viewer-button" aria-label="Zoom in" disabled={stepZoom(zoom, 1) === zoom} onClick={() => onZoom(1)}>
        <Plus aria-hidden />
      </button>
    </div>
  )
}
