import { createStoredValue } from '#web/lib/storage/local-storage.ts'
import { parseList } from '#web/lib/storage/parse-list.ts'
import { KEPT_MEDIA } from './cache-storage.ts'

/**
 * What every page may know of a kept item without opening its cache. `media` is the key of its file; of a book `isText` only its text is
 * kept; `until` it opens without asking.
 */
export type KeptEntry = { id: string; media: string; isOwned: boolean; isText: boolean; until?: string | null }

/** Written from the caches, which alone say what is kept. */
const stored = createStoredValue('keptItems')

export const readKeptList = () => parse(stored.read())
export const useKeptList = () => parse(stored.useValue())

export function writeKeptList(entries: KeptEntry[]): void {
  stored.write(entries.length > 0 ? JSON.stringify(entries) : null)
}

/** The URL under which the service worker answers with a kept file, for the URL of a file that this page may read; else that one. */
export function toKeptUrl(fileUrl: string): string {
  const [, media = '', rest = ''] = /\/media\/([^/?]+)(.*)$/.exec(fileUrl) ?? []
  const isKept = readKeptList().some((entry) => entry.media === media)
  return isKept && navigator.serviceWorker?.controller ? `${KEPT_MEDIA}${media}${rest}` : fileUrl
}

function parse(text: string | null): KeptEntry[] {
  return parseList<KeptEntry>(text, ({ id, media }) => typeof id === 'string' && typeof media === 'string')
}
