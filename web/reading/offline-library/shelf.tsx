import LibraryBig from 'lucide-react/icons/library-big'
import type { ReactNode } from 'react'
import { fetchItem } from '#web/lib/access/fetch-item.ts'
import { refreshOwnedItems } from '#web/lib/access/refresh-owned-items.ts'
import { isNotFound } from '#web/lib/api/api.ts'
import { useOnline } from '#web/lib/browser-events.ts'
import { listDownloads } from '#web/lib/downloads/downloads.ts'
import { drop } from '#web/lib/downloads/drop-lost.ts'
import { formatDownloadSize } from '#web/lib/format/bytes.ts'
import { pluralize } from '#web/lib/format/plural.ts'
import { useStoredHighlights } from '#web/lib/highlights/stored-highlights.ts'
import { hasCaches } from '#web/lib/storage/cache-storage.ts'
import { useFetched } from '#web/lib/use-fetched.ts'
import { ButtonLink } from '#web/ui/button.tsx'
import { EmptyState } from '#web/ui/empty-state.tsx'
import { LazyPart } from '#web/ui/lazy-part.tsx'
import { Spinner } from '#web/ui/spinner.tsx'
import { ShelfRow } from './shelf-row.tsx'
import { useDownloads } from './use-downloads.ts'
import { useFreeSpace } from './use-free-space.ts'

const loadHighlights = () => import('./all-highlights.tsx')

/**
 * Page of the offline library, below the titles that were opened last (`whereYouWere`). While online, checks whether the visitor still has
 * access to the items.
 */
export function Shelf({ whereYouWere }: { whereYouWere: ReactNode }) {
  const shelf = useDownloads()
  const newer = useChecked()
  const free = useFreeSpace()
  const items = Array.isArray(shelf) ? shelf : []
  const highlights = useStoredHighlights()
  const bytes = items.reduce((sum, download) => sum + download.bytes, 0)
  return (
    <div className="wrap pt-24 pb-20 md:pt-32 md:pb-28">
      <h1 className="text-headline">Your shelf</h1>
      <p className="mt-4 max-w-[36em] text-soft md:text-xl">Titles you save offline open here, with or without internet.</p>
      <div className="mt-10 empty:hidden">{whereYouWere}</div>
      <h2 className="mt-12 text-title-md not-in-data-recent:sr-only">Saved titles</h2>
      {shelf === undefined && (
        <p role="status" className="mt-10 flex items-center gap-3 text-soft noscript:hidden">
          <Spinner className="text-lamp" />
          Loading
        </p>
      )}
      <noscript>
        <p className="mt-10 text-soft">Your shelf needs JavaScript.</p>
      </noscript>
      {shelf === 'none' && (
        <p className="mt-10 max-w-[36em]">
          This browser doesn’t let the site save anything, for example in a private window. Everything still opens online.
        </p>
      )}
      {Array.isArray(shelf) && items.length === 0 && <EmptyShelf />}
      {items.length > 0 && (
        <>
          <p role="status" className="mt-10 text-soft tabular-nums">
            {`${pluralize(items.length, 'title')}, ${formatDownloadSize(bytes)}`}
            {free !== undefined && ` · ${formatDownloadSize(free)} free`}
          </p>
          <ul className="mt-4 max-w-[56rem] border-rule border-t">
            {items.map((download) => (
              <ShelfRow key={`${download.kind} ${download.item.id}`} download={download} hasNewer={newer.includes(download.item.id)} />
            ))}
          </ul>
        </>
      )}
      {highlights.length > 0 && (
        <LazyPart load={loadHighlights}>
          {({ AllHighlights }) => <AllHighlights highlights={highlights} saved={items.map(({ item }) => item)} />}
        </LazyPart>
      )}
    </div>
  )
}

function EmptyShelf() {
  return (
    <EmptyState icon={<LibraryBig />} title="Nothing saved yet">
      <p>Open the page of a free title, or of one you own, and choose “Save offline”. Then it opens without internet too.</p>
      <p className="mt-6 flex flex-wrap justify-center gap-3">
        <ButtonLink to="/bookshop">Bookshop</ButtonLink>
        <ButtonLink to="/podcasts" variant="outline">
          Podcasts
        </ButtonLink>
      </p>
    </EmptyState>
  )
}

/** Checks the offline library when the page opens and when the connection is restored. Returns the ids of items with a newer file. */
function useChecked(): string[] {
  const { value } = useFetched(useOnline() && hasCaches() ? 'downloads' : null, checkDownloads)
  return typeof value === 'string' ? [] : value
}

/**
 * Checks all downloaded items: removes items that the visitor no longer owns or that were deleted from the site, and returns the ids of
 * items with a newer file. Changes nothing while offline.
 */
async function checkDownloads(signal: AbortSignal): Promise<string[]> {
  const newer: string[] = []
  if ((await listDownloads()).some(({ isOwned }) => isOwned)) await refreshOwnedItems()
  for (const download of await listDownloads()) {
    try {
      const found = await fetchItem({ kind: download.kind, id: download.item.id }, signal)
      const first = found.kind === 'book' ? found.item.pdfUrl : found.item.audioUrl
      const files = [first, ...(found.item.editions ?? []).map(({ url }) => url)]
      if (!files.some((file) => file.endsWith(`/${download.media}`))) newer.push(download.item.id)
    } catch (error) {
      if (!isNotFound(error)) return newer
      await drop(download, 'it is no longer on the site')
    }
  }
  return newer
}
