import Download from 'lucide-react/icons/download'
import { Button } from '#web/ui/button.tsx'
import { PageTitle } from '#web/ui/page-title.tsx'

/** Page title with a button that downloads the figures of the page as CSV. */
export function DownloadTitle({ busy, onDownload, children }: { busy: boolean; onDownload: () => Promise<void>; children: string }) {
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-3">
      <PageTitle>{children}</PageTitle>
      <Button variant="outline" size="small" busy={busy} onClick={() => void onDownload()}>
        <Download aria-hidden className="size-5" />
        Download CSV
      </Button>
    </div>
  )
}
