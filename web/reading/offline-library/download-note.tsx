import Check from 'lucide-react/icons/check'
import { useEffect } from 'react'
import { OFFLINE_DAYS } from '#contracts/admin/retention.ts'
import type { Download } from '#web/lib/downloads/download-record.ts'
import { removeDownloadLater } from '#web/lib/downloads/downloads.ts'
import { formatDownloadSize } from '#web/lib/format/bytes.ts'
import { toast } from '#web/lib/toast.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { downloadNoticeId } from './download-item.ts'
import { FORMATS } from './formats.ts'

/** Note in the dialog of a downloaded item; replaces the toast about the finished download. */
export function DownloadNote({ download: { kind, item, form, bytes, isOwned } }: { download: Download }) {
  useEffect(() => toast.remove(downloadNoticeId(item.id)), [item.id])
  return (
    <>
      <p role="status" className="flex items-baseline gap-2.5 font-semibold">
        <Check aria-hidden className="relative top-1 size-5 shrink-0 text-leaf" />
        {`Saved offline: ${FORMATS[form].label}, ${formatDownloadSize(bytes)}`}
      </p>
      <p className="mt-2 text-soft">
        It opens from your shelf, even offline
        {isOwned && `, for ${OFFLINE_DAYS} days after this device was last online`}.
      </p>
      <div className="mt-6 flex flex-wrap gap-3">
        <ButtonLink to="/shelf">Your shelf</ButtonLink>
        <Button variant="outline" onClick={() => void removeDownloadLater(kind, item.id)}>
          Remove
        </Button>
      </div>
    </>
  )
}
