import { type ReactNode, useEffect, useRef, useState } from 'react'
import { productKind, useItemAccess } from '#web/lib/access/item-access.ts'
import { classNames } from '#web/lib/class-names.ts'
import { type Download, hasLapsed, opensUntil } from '#web/lib/downloads/download-record.ts'
import { removeDownloadLater } from '#web/lib/downloads/downloads.ts'
import { formatDownloadSize } from '#web/lib/format/bytes.ts'
import { formatDate } from '#web/lib/format/dates.ts'
import { useShopTime } from '#web/lib/shop-time.ts'
import { Button } from '#web/ui/button.tsx'
import { ConfirmDialog } from '#web/ui/confirm-dialog.tsx'
import { ItemCover } from '#web/ui/item-cover.tsx'
import { TitleLink } from '#web/ui/title-link.tsx'
import { downloadItem, useRunningDownload } from './download-item.ts'
import { DownloadProgress } from './download-progress.tsx'
import { FORMATS } from './formats.ts'
import { ShareFile } from './share-file.tsx'

/** Row of an item in the offline library, or of an interrupted download. `hasNewer` is set when the site has a newer file for the item. */
export function ShelfRow({ download, hasNewer }: { download: Download; hasNewer: boolean }) {
  const { zone } = useShopTime()
  const { kind, item, form, bytes, keptAt } = download
  const until = opensUntil(download)
  const keeping = useRunningDownload({ kind, id: item.id })
  const [isRemoving, setIsRemoving] = useState(false)
  const title = <span className="sr-only"> {item.title}</span>
  return (
    <li className="flex flex-wrap items-start gap-x-4 gap-y-3 border-rule border-b py-5 sm:gap-x-6">
      <div
        aria-hidden
        className={classNames(
          '@container w-16 shrink-0 overflow-hidden sm:w-20',
          kind === 'podcast' ? 'aspect-square rounded-control' : 'spine aspect-2/3',
        )}
      >
        <ItemCover item={item} label="" sizes="80px" />
      </div>
      <div className="min-w-0 flex-1 basis-44">
        <h3 lang={item.language ?? undefined} dir="auto" className="line-clamp-3 text-title-xs [overflow-wrap:anywhere]">
          <TitleLink to={`/${productKind(kind)}s/${item.slug}`}>{item.title}</TitleLink>
        </h3>
        <p dir="auto" className="mt-0.5 text-base text-soft [overflow-wrap:anywhere]">
          {'host' in item ? item.host : item.author}
        </p>
        <p className="mt-1.5 flex flex-wrap gap-x-4 text-base text-soft tabular-nums">
          <span>{`${FORMATS[form].label}, ${formatDownloadSize(bytes)}`}</span>
          {keptAt ? (
            <span>{formatDate(keptAt, zone)}</span>
          ) : (
            !keeping && <strong className="font-semibold text-lamp-deep">Download incomplete</strong>
          )}
        </p>
        {until && (
          <p className="mt-1.5 text-base text-soft">
            {hasLapsed(until) ? 'Connect to the internet once to open it again.' : `Opens offline until ${formatDate(until, zone)}.`}
          </p>
        )}
        {hasNewer && <p className="mt-1.5 text-base">The site has a newer edition. Remove this one, then save the new one.</p>}
      </div>
      {keeping ? (
        <div className="basis-full">
          <DownloadProgress keeping={keeping} onRetry={() => void downloadItem(download, form, bytes)} />
        </div>
      ) : (
        <div className="flex flex-wrap gap-3 max-sm:basis-full">
          {keptAt ? (
            <OpenButton download={download}>
              {kind === 'book' ? 'Read' : 'Listen'}
              {title}
            </OpenButton>
          ) : (
            <Button size="small" onClick={() => void downloadItem(download, form, bytes)}>
              Continue{title}
            </Button>
          )}
          <ShareFile download={download} />
          <Button variant="outline" size="small" onClick={() => setIsRemoving(true)}>
            Remove{title}
          </Button>
        </div>
      )}
      <ConfirmDialog
        open={isRemoving}
        title="Remove it from this device?"
        message={
          <>
            <bdi>{item.title}</bdi> stays on the site. You can save it again.
          </>
        }
        confirm="Remove"
        onConfirm={() => void removeDownloadLater(kind, item.id)}
        onClose={() => setIsRemoving(false)}
      />
    </li>
  )
}

/** Button that opens a downloaded item. Access is checked only while online. */
function OpenButton({ download, children }: { download: Download; children: ReactNode }) {
  const access = useItemAccess()
  const [isOpening, setIsOpening] = useState(false)
  const request = useRef<AbortController>(null)
  useEffect(() => () => request.current?.abort(), [])

  async function open() {
    request.current = new AbortController()
    setIsOpening(true)
    await access.open(download, request.current.signal)
    setIsOpening(false)
  }

  return (
    <Button size="small" busy={isOpening} onClick={open}>
      {children}
    </Button>
  )
}
