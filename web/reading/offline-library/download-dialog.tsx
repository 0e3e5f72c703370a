import Check from 'lucide-react/icons/check'
import { useEffect } from 'react'
import { OFFLINE_DAYS } from '#contracts/admin/retention.ts'
import type { DetailedItem } from '#web/lib/access/fetch-item.ts'
import type { Download } from '#web/lib/downloads/download-record.ts'
import { removeDownloadLater } from '#web/lib/downloads/downloads.ts'
import { formatDownloadSize } from '#web/lib/format/bytes.ts'
import { toast } from '#web/lib/toast.ts'
import { Button, ButtonLink } from '#web/ui/button.tsx'
import { Dialog } from '#web/ui/dialog.tsx'
import { Loading } from '#web/ui/loading.tsx'
import { ChooseFormat } from './choose-format.tsx'
import { downloadItem, downloadNoticeId, useRunningDownload } from './download-item.ts'
import { DownloadProgress } from './download-progress.tsx'
import { FORMATS } from './formats.ts'
import { useDownloads } from './use-downloads.ts'

/** Dialog that downloads an item in a chosen format, displays the progress, and removes the download. */
export function DownloadDialog({ product, onClose }: { product: DetailedItem; onClose: () => void }) {
  const { kind, item } = product
  const keeping = useRunningDownload({ kind, id: item.id })
  const shelf = useDownloads()
  const download = shelf === 'none' ? undefined : shelf?.find((each) => each.kind === kind && each.item.id === item.id)
  return (
    <Dialog open onClose={onClose} title="Save offline" description={<bdi>{item.title}</bdi>} width="small">
      {keeping ? (
        <DownloadProgress keeping={keeping} onRetry={() => void downloadItem(product, keeping.form, keeping.bytes)} />
      ) : shelf === undefined ? (
        <Loading />
      ) : shelf === 'none' ? (
        <p>This browser doesn’t let the site save anything, for example in a private window.</p>
      ) : download?.keptAt ? (
        <DownloadNote download={download} />
      ) : (
        <ChooseFormat product={product} begun={download?.form} onChoose={(form, bytes) => void downloadItem(product, form, bytes)} />
      )}
    </Dialog>
  )
}

/** Note in the dialog of a downloaded item; replaces the toast about the finished download. */
function DownloadNote({ download: { kind, item, form, bytes, isOwned } }: { download: Download }) {
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
