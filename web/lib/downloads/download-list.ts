import { createStoredValue } from '#web/lib/storage/local-storage.ts'
import { parseList } from '#web/lib/storage/parse-list.ts'
import { DOWNLOADED_MEDIA } from './cache-storage.ts'

/**
 * Facts about a download that every page can read without opening its cache. `media` is the key of its file; `isText` marks a book of which
 * only the text is downloaded; `until` is the time until which it opens without a check of access.
 */
export type DownloadEntry = { id: string; media: string; isOwned: boolean; isText: boolean; until?: string | null }

/** Derived from the caches, which are authoritative. */
const stored = createStoredValue('keptItems')

export const readDownloadList = () => parse(stored.read())
export const useDownloadList = () => parse(stored.useValue())

export function writeDownloadList(entries: DownloadEntry[]): void {
  stored.write(entries.length > 0 ? JSON.stringify(entries) : null)
}

/**
 * Returns the URL at which the service worker returns a downloaded file, for the URL of a file that this page may read; without a download,
 * the given URL.
 */
export function toDownloadUrl(fileUrl: string): string {
  const [, media = '', rest = ''] = /\/media\/([^/?]+)(.*)$/.exec(fileUrl) ?? []
  const isDownloaded = readDownloadList().some((entry) => entry.media === media)
  return isDownloaded && navigator.serviceWorker?.controller ? `${DOWNLOADED_MEDIA}${media}${rest}` : fileUrl
}

function parse(text: string | null): DownloadEntry[] {
  return parseList<DownloadEntry>(text, ({ id, media }) => typeof id === 'string' && typeof media === 'string')
}
