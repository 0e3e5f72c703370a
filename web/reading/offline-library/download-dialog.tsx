import type { DetailedItem } from '#web/lib/access/fetch-item.ts'
import { useBackCloses } from '#web/lib/history/overlay-history.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { Loading } from '#web/ui/loading.tsx'
import { ChooseFormat } from './choose-format.tsx'
import { downloadItem, useRunningDownload } from './download-item.ts'
import { DownloadNote } from './download-note.tsx'
import { DownloadProgress } from './download-progress.tsx'
import { useDownloads } from './use-downloads.ts'

/** Dialog that downloads an item in a chosen format, displays the progress, and removes the download. */
export function DownloadDialog({ product, onClose }: { product: DetailedItem; onClose: () => void }) {
  const { kind, item } = product
  const keeping = useRunningDownload({ kind, id: item.id })
  const shelf = useDownloads()
  const download = shelf === 'none' ? undefined : shelf?.find((each) => each.kind === kind && each.item.id === item.id)
  useBackCloses(true, onClose)
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
