import type { CacheName, CachePrefix } from '#contracts/common/browser-storage.ts'

const SHELF: CachePrefix = 'shelf '

export const SHELF_PAGE = '/shelf'
export const OFFLINE_PAGE = '/offline'
/** Path prefix at which the service worker returns downloaded files, corresponding to `/api/media/`. */
export const DOWNLOADED_MEDIA = '/shelf/media/'

/** Opens the cache of the offline page, the page of the offline library, and the built files that the latter needs. */
export const openAppCache = () => caches.open('app' satisfies CacheName)
/** Opens the cache of visited public pages. */
export const openPagesCache = () => caches.open('pages' satisfies CacheName)
/** Each download has a separate cache, so that it can be deleted in one step. */
export const openDownloadCache = (kind: string, id: string) => caches.open(`${SHELF}${kind} ${id}`)
export const deleteDownloadCache = (kind: string, id: string) => caches.delete(`${SHELF}${kind} ${id}`)

export async function openDownloadCaches(): Promise<Cache[]> {
  const names = (await caches.keys()).filter((name) => name.startsWith(SHELF))
  return Promise.all(names.map((name) => caches.open(name)))
}

/** Finds a downloaded file, or a part of a file, in the caches of all items. */
export const matchDownload = (url: string) => caches.match(url)

/** Deletes the caches of releases that had no offline library. */
export async function deleteOldCaches(): Promise<void> {
  for (const name of await caches.keys()) if (name.startsWith('offline ')) await caches.delete(name)
}

/** Cache Storage is missing on pages without TLS and in some private windows. */
export const hasCaches = () => 'caches' in globalThis
