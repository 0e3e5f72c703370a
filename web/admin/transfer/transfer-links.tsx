import Download from 'lucide-react/icons/download'
import Upload from 'lucide-react/icons/upload'
import { downloadFile } from '#web/admin/kit/download-file.ts'
import { useAdminAction } from '#web/admin/kit/use-admin-action.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'

/** Buttons that import a list's items from a table and export them as a table. */
export function TransferLinks({ noun }: { noun: 'books' | 'podcasts' }) {
  const { busy, run } = useAdminAction(() => downloadFile(`/exports/${noun}.csv`, `${noun}.csv`), 'Failed to export', { explains: true })
  return (
    <>
      <ButtonLink to="/admin/import" variant="outline" size="small">
        <Upload aria-hidden className="size-5" />
        Import
      </ButtonLink>
      <Button variant="outline" size="small" busy={busy} onClick={() => void run()}>
        <Download aria-hidden className="size-5" />
        Export
      </Button>
    </>
  )
}
