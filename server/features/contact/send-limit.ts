import { LRUCache } from 'lru-cache'

/**
 * Counts what each key does within a window, in this process alone: it keeps one visitor from flooding the inbox, and
 * several apps on one database only let that many times more through.
 */
export function createSendLimit({ max, windowSeconds }: { max: number; windowSeconds: number }) {
  const sent = new LRUCache<string, number[]>({ max: 10_000, ttl: windowSeconds * 1000 })

  /** Counts one more; answers the seconds to wait when that is too many, else 0. */
  return (key: string, now = Date.now()): number => {
    const recent = (sent.get(key) ?? []).filter((time) => time > now - windowSeconds * 1000)
    const [oldest = now] = recent
    if (recent.length >= max) return Math.max(1, Math.ceil((oldest + windowSeconds * 1000 - now) / 1000))
    sent.set(key, [...recent, now])
    return 0
  }
}
