import type { DetailedItem } from '#web/lib/access/fetch-item.ts'
import { useBackCloses } from '#web/lib/history/overlay-history.ts'
import { Dialog } from '#web/ui/dialog.tsx'
import { Loading } from '#web/ui/loading.tsx'
import { ChooseForm } from './choose-form.tsx'
import { KeepingProgress } from './download-progress.tsx'
import { keep, useKeeping } from './keeping.ts'
import { DownloadNote } from './kept-note.tsx'
import { useShelf } from './use-shelf.ts'

/** Dialog that downloads an item in a chosen format, displays the progress, and removes the download. */
export function KeepDialog({ product, onClose }: { product: DetailedItem; onClose: () => void }) {
  const { kind, item } = product
  const keeping = useKeeping({ kind, id: item.id })
  const shelf = useShelf()
  const kept = shelf === 'none' ? undefined : shelf?.find((each) => each.kind === kind && each.item.id === item.id)
  useBackCloses(true, onClose)
  return (
    <Dialog open onClose={onClose} title="Save offline" description={<bdi>{item.title}</bdi>} width="small">
      {keeping ? (
        <KeepingProgress keeping={keeping} onRetry={() => void keep(product, keeping.form, keeping.bytes)} />
      ) : shelf === undefined ? (
        <Loading />
      ) : shelf === 'none' ? (
        <p>This browser doesn’t let the site save anything, for example in a private window.</p>
      ) : kept?.keptAt ? (
        <DownloadNote kept={kept} />
      ) : (
        <ChooseForm product={product} begun={kept?.form} onChoose={(form, bytes) => void keep(product, form, bytes)} />
      )}
    </Dialog>
  )
}
