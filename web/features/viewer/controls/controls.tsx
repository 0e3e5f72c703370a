import { ChevronLeft, ChevronRight, Download, Minus, Plus } from 'lucide-react'
import { stepZoom } from '#web/features/viewer/page/page-fit.ts'
import { useViewer } from '#web/features/viewer/viewer-context.ts'
import { downloadName } from '#web/lib/download-name.ts'
import { PageNumber } from './page-number.tsx'

/** The footer: previous and next, the page number, the zoom, and a download link where the file is free. */
export function Controls({
  asking,
  onAsking,
  title,
  downloadUrl,
}: {
  asking: boolean
  onAsking: (asking: boolean) => void
  title: string
  downloadUrl: string | undefined
}) {
  const { page, total, turnTo } = useViewer()
  return (
    <footer className="viewer-foot">
      <div className="viewer-turn">
        <button type="button" className="viewer-button" disabled={page <= 1} onClick={() => turnTo(page - 1)}>
          <ChevronLeft aria-hidden />
          Previous
        </button>
        <PageNumber asking={asking} onAsking={onAsking} />
        <button type="button" className="viewer-button" disabled={page >= total} onClick={() => turnTo(page + 1)}>
          Next
          <ChevronRight aria-hidden />
        </button>
      </div>
      <div className="viewer-more">
        {downloadUrl && (
          <a className="viewer-button" href={downloadUrl} download={downloadName(title, downloadUrl)}>
            <Download aria-hidden />
            Download PDF
          </a>
        )}
        <ZoomButtons />
      </div>
    </footer>
  )
}

/** Zoom out, fit to width, zoom in. */
function ZoomButtons() {
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
