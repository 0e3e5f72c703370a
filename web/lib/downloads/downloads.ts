import { listen } from '#web/lib/browser-events.ts'
import { deleteDownloadCache, openDownloadCache } from '#web/lib/storage/cache-storage.ts'
import { isFull } from '#web/lib/storage/is-full.ts'
import { createStore } from '#web/lib/store.ts'
import { toastDeleted, UNDO_MS } from '#web/lib/toast.ts'
import { type DownloadEntry, readDownloadList, writeDownloadList } from './download-list.ts'
import { type Download, opensUntil, RECORD, readRecords } from './download-record.ts'

/** Number of changes to the offline library in this tab */
const changes = createStore(0)
/** Keys of deleted downloads whose deletion can still be undone. These downloads are not listed. */
const leaving = new Map<string, symbol>()
const keyOf = (kind: Download['kind'], id: string) => `${kind} ${id}`

/** Calls a listener whenever the offline library changes in this tab, until the returned function is called. */
export const listenToDownloads = changes.subscribe

/** Lists complete and incomplete downloads, the newest first. */
export async function listDownloads(): Promise<Download[]> {
  const items = (await readRecords()).filter(({ kind, item }) => !leaving.has(keyOf(kind, item.id)))
  const complete = items.filter(({ keptAt }) => keptAt !== null)
  updateList(complete.map(toEntry))
  return items.sort((a, b) => (b.keptAt ?? '9').localeCompare(a.keptAt ?? '9'))
}

/** Writes the record of a download to the download's cache. */
export async function writeDownload(cache: Cache, download: Download): Promise<void> {
  await cache.put(RECORD, new Response(JSON.stringify(download)))
  leaving.delete(keyOf(download.kind, download.item.id))
  await announce()
}

/** Minimum time between renewals of a download. Renewing once a day is enough, and saves writes to the phone's storage. */
const RENEWED_AFTER_MS = 24 * 3_600_000

/** Stores the current time as that of the last access check, for the purchased downloads that `confirmed` selects. */
export async function renewDownload(confirmed: (download: Download) => boolean): Promise<void> {
  let isChanged = false
  for (const download of await readRecords()) {
    const { isOwned, keptAt, checkedAt } = download
    if (!isOwned || !confirmed(download)) continue
    const age = Date.now() - Date.parse(checkedAt || keptAt || '')
    // Times in the future (from a wrong clock) and unreadable times are always replaced.
    if (age >= 0 && age < RENEWED_AFTER_MS) continue
    const cache = await openDownloadCache(download.kind, download.item.id)
    const renewed = new Response(JSON.stringify({ ...download, checkedAt: new Date().toISOString() }))
    isChanged = (await cache.put(RECORD, renewed).then(() => true, ignoreFull)) || isChanged
  }
  if (isChanged) await announce()
}

/** With full storage, the time of the previous access check remains: the item opens, and the next check renews the time. */
function ignoreFull(error: unknown): false {
  if (!isFull(error)) throw error
  return false
}

export async function removeDownload(kind: Download['kind'], id: string): Promise<void> {
  await deleteDownloadCache(kind, id)
  await announce()
}

/** Permanently removes a download once its deletion can no longer be undone: after ten seconds, or when the page is closed. */
export async function removeDownloadLater(kind: Download['kind'], id: string): Promise<void> {
  const key = keyOf(kind, id)
  const removal = Symbol()
  const finish = () => {
    stop()
    // The download is not removed if the deletion was undone or the item was downloaded again.
    if (leaving.get(key) === removal && leaving.delete(key)) void removeDownload(kind, id)
  }
  const stop = listen(window, 'pagehide', finish)
  setTimeout(finish, UNDO_MS)
  leaving.set(key, removal)
  await announce()
  toastDeleted('Removed from this device', () => {
    leaving.delete(key)
    void announce()
  })
}

async function announce() {
  await listDownloads()
  changes.set(changes.get() + 1)
}

function toEntry(download: Download): DownloadEntry {
  const { kind, item, media, isOwned, form } = download
  return {
    id: item.id,
    media,
    isOwned,
    isText: form === 'text' || form === 'epub',
    ...(kind === 'audiobook' && { isAudiobook: true }),
    until: opensUntil(download),
  }
}

/** An unchanged list is not written, since other tabs are notified of each write. */
function updateList(entries: DownloadEntry[]) {
  if (JSON.stringify(entries) !== JSON.stringify(readDownloadList())) writeDownloadList(entries)
}
