import { LRUCache } from 'lru-cache'
import type { StoredFile } from './media-library.ts'

const KNOWN_FILES = 5000

/**
 * Finds files without asking the database for the same one again and again: players and viewers read one in hundreds of ranges.
 * `version` tells another number as soon as anything was published, which is the only way that a file comes, goes, opens or closes.
 */
export function rememberFiles({ find, version }: { find: (key: string) => Promise<StoredFile | undefined>; version: () => number }) {
  const files = new LRUCache<string, { version: number; file: StoredFile }>({ max: KNOWN_FILES })
  return async (key: string): Promise<StoredFile | undefined> => {
    const known = files.get(key)
    const current = version()
    if (known?.version === current) return known.file
    const file = await find(key)
    if (file) files.set(key, { version: current, file })
    return file
  }
}
