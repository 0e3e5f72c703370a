import { ChevronLeft, ChevronRight, Download } from 'lucide-react'
import { downloadName } from '#web/lib/download-name.ts'
import { PageNumber } from './page-number.tsx'
import { ZoomButtons } from './zoom-buttons.tsx'

/** The row at the bottom: turning, the page's number, zoom, and the file itself, under its title, where it is free. */
export function Controls({
  page,
  total,
  onPage,
  asking,
  onAsking,
  zoom,
  onZoom,
  onFit,
  title,
  downloadUrl,
}: {
  page: number
  total: number
  onPage: (page: number) => void
  asking: boolean
  onAsking: (asking: boolean) => void
  zoom: number
  onZoom: (direction: 1 | -1) => void
  onFit: () => void
  title: string
  downloadUrl: string | undefined
}) {
  return (
    <footer className="viewer-foot">
      <div className="viewer-turn">
        <button type="button" className="viewer-button" disabled={page <= 1} onClick={() => onPage(page - 1)}>
          <ChevronLeft aria-hidden />
          Previous
        </button>
        <PageNumber page={page} total={total} onPage={onPage} asking={asking} onAsking={onAsking} />
        <button type="button" className="viewer-button" disabled={page >= total} onClick={() => onPage(page + 1)}>
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
        <ZoomButtons zoom={zoom} onZoom={onZoom} onFit={onFit} />
      </div>
    </footer>
  )
}
