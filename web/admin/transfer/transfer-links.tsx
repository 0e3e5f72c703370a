import Download from 'lucide-react/icons/download'
import Upload from 'lucide-react/icons/upload'
import { downloadFile } from '#web/admin/kit/download-file.ts'
import { clearFailure, describeFailure, toastFailure } from '#web/admin/kit/failures.ts'
import { joinSentences } from '#web/lib/sentences.ts'
import { useAction } from '#web/lib/use-action.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'

/** Identifies the toast of a failed export. */
const EXPORT = 'export'

/** Import and export of the items of a list, as tables. */
export function TransferLinks({ noun }: { noun: 'books' | 'podcasts' }) {
  const { busy, run } = useAction(
    async () => {
      await downloadFile(`/exports/${noun}.csv`, `${noun}.csv`)
      clearFailure(EXPORT)
    },
    (error) => toastFailure(error, joinSentences('Failed to export', describeFailure(error)), EXPORT),
  )
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
