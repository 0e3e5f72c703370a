import { ChevronLeft, ChevronRight, Download } from 'lucide-react'
import { useViewer } from '#web/features/viewer/viewer-context.ts'
import { downloadName } from '#web/lib/download-name.ts'
import { PageNumber } from './page-number.tsx'
import { ZoomButtons } from './zoom-buttons.tsx'

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
