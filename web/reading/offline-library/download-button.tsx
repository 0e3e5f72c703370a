import Check from 'lucide-react/icons/check'
import WifiOff from 'lucide-react/icons/wifi-off'
import { useState } from 'react'
import { isFree } from '#contracts/shop/price.ts'
import type { DetailedItem } from '#web/lib/access/fetch-item.ts'
import { ownedItems, owns } from '#web/lib/access/owned-items.ts'
import { isDownloadOf, useDownloadList } from '#web/lib/downloads/download-list.ts'
import { hasCaches } from '#web/lib/storage/cache-storage.ts'
import { useHydrated } from '#web/lib/use-hydrated.ts'
import { Button } from '#web/ui/button.tsx'
import { LazyOverlay } from '#web/ui/lazy-overlay.tsx'

const loadDialog = () => import('./download-dialog.tsx')

/**
 * Button that opens the download dialog of an item; `compact` hides the label. Rendered only if the visitor has access to the item and the
 * browser supports service workers and Cache Storage.
 */
export function DownloadButton({ product, compact = false }: { product: DetailedItem; compact?: boolean }) {
  const { kind, item } = product
  const [isOpen, setIsOpen] = useState(false)
  const hydrated = useHydrated()
  const isOwned = owns(ownedItems.useValue(), item.id)
  const isDownloaded = useDownloadList().some((entry) => isDownloadOf(entry, { kind, id: item.id }))
  if (!(isFree(item.price) || isOwned) || (hydrated && !('serviceWorker' in navigator && hasCaches()))) return null
  const [save, saved] = kind === 'audiobook' ? ['Save the audio offline', 'Audio saved offline'] : ['Save offline', 'Saved offline']
  const label = isDownloaded ? saved : save
  const Icon = isDownloaded ? Check : WifiOff
  return (
    <>
      <Button
        variant="outline"
        size={compact ? 'small' : 'medium'}
        className="noscript:hidden"
        title={compact ? label : undefined}
        onClick={() => setIsOpen(true)}
      >
        <Icon aria-hidden className="size-5" />
        <span className={compact ? 'sr-only' : undefined}>
          {label}
          {compact && ` ${item.title}`}
        </span>
      </Button>
      {isOpen && (
        <LazyOverlay load={loadDialog} onClose={() => setIsOpen(false)}>
          {({ DownloadDialog }) => <DownloadDialog product={product} onClose={() => setIsOpen(false)} />}
        </LazyOverlay>
      )}
    </>
  )
}
