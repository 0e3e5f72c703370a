import type { ItemKey } from '#web/lib/access/item-access.ts'
import { DOWNLOADED_MEDIA } from '#web/lib/storage/cache-storage.ts'
import { createStoredValue } from '#web/lib/storage/local-storage.ts'
import { parseList } from '#web/lib/storage/parse-list.ts'

/**
 * Summary of a download that every page can read without opening the download's cache. `media` is the key of the file; `isText` is true for
 * a book of which only the text is downloaded, and `isAudiobook` for the recording of a book; until the time `until`, the download opens
 * without an access check.
 */
export type DownloadEntry = {
  id: string
  media: string
  isOwned: boolean
  isText: boolean
  isAudiobook?: true
  until?: string | null
}

/** Returns whether a download is that of an item. A book and its audiobook have the same id. */
export const isDownloadOf = (entry: DownloadEntry, { kind, id }: ItemKey) =>
  entry.id === id && entry.isAudiobook === (kind === 'audiobook' || undefined)

/** The stored list of downloads is derived from the caches, which are authoritative. */
const stored = createStoredValue('keptItems')

export const readDownloadList = () => parse(stored.read())
export const useDownloadList = () => parse(stored.useValue())

export function writeDownloadList(entries: DownloadEntry[]): void {
  stored.write(entries.length > 0 ? JSON.stringify(entries) : null)
  // Documents opened later get the attribute before the first paint (mark-visitor.ts).
  document.documentElement.toggleAttribute('data-keeper', entries.length > 0)
}

/**
 * Converts a file URL to the URL at which the service worker returns the downloaded file. Returns the given URL if the file is not
 * downloaded.
 */
export function toDownloadUrl(fileUrl: string): string {
  const [, media = '', rest = ''] = /\/media\/([^/?]+)(.*)/s.exec(fileUrl) ?? []
  const isDownloaded = readDownloadList().some((entry) => entry.media === media)
  return isDownloaded && navigator.serviceWorker?.controller ? `${DOWNLOADED_MEDIA}${media}${rest}` : fileUrl
}

function parse(text: string | null): DownloadEntry[] {
  return parseList<DownloadEntry>(text, ({ id, media }) => typeof id === 'string' && typeof media === 'string')
}
