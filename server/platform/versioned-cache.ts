import { LRUCache } from 'lru-cache'

export type VersionedCache<Value> = (key: string, load: () => Promise<Value>) => Promise<Value>

/**
 * Caches values until `version` returns another number; concurrent calls for the same key share one load. Neither a failed load nor
 * `undefined` is cached.
 */
export function createVersionedCache<Value>({ max, version }: { max: number; version: () => number }): VersionedCache<Value> {
  const entries = new LRUCache<string, { version: number; value: Promise<Value> }>({ max })
  return (key, load) => {
    // The version is read before the value is loaded, so that a change during the load makes the entry stale.
    const current = version()
    const cached = entries.get(key)
    if (cached?.version === current) return cached.value
    const entry = { version: current, value: load() }
    const forget = () => void (entries.get(key) === entry && entries.delete(key))
    entries.set(key, entry)
    entry.value.then((value) => value === undefined && forget(), forget)
    return entry.value
  }
}
