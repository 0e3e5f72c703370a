import type { CacheName, CachePrefix } from '#contracts/browser-storage.ts'

const SHELF: CachePrefix = 'shelf '

export const SHELF_PAGE = '/shelf'
export const OFFLINE_PAGE = '/offline'
/** Below it the service worker answers with what is kept of a file, in place of `/api/media/`. */
export const KEPT_MEDIA = '/shelf/media/'

/** The page that stands in place of others, the shelf's page, and the built files that it needs. */
export const openAppCache = () => caches.open('app' satisfies CacheName)
/** Public pages that were seen. */
export const openPagesCache = () => caches.open('pages' satisfies CacheName)
/** Each kept item has a cache of its own, so that it goes in one step. */
export const openShelfCache = (kind: string, id: string) => caches.open(`${SHELF}${kind} ${id}`)
export const deleteShelfCache = (kind: string, id: string) => caches.delete(`${SHELF}${kind} ${id}`)

export async function openShelfCaches(): Promise<Cache[]> {
  const names = (await caches.keys()).filter((name) => name.startsWith(SHELF))
  return Promise.all(names.map((name) => caches.open(name)))
}

/** A kept file, or a part of one, whichever item it belongs to. */
export const matchKept = (url: string) => caches.match(url)

/** Those of releases before the shelf. */
export async function deleteOldCaches(): Promise<void> {
  for (const name of await caches.keys()) if (name.startsWith('offline ')) await caches.delete(name)
}

/** Pages without TLS, and some private windows, have no caches. */
export const hasCaches = () => 'caches' in globalThis
