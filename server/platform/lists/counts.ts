import { LRUCache } from 'lru-cache'

const KEPT_COUNTS = 5000

export type Counts = ReturnType<typeof createCounts>

/**
 * How many rows lists let through. Counting reads all that matches, so a number is kept until `version` tells another one, and
 * those who ask for the same at once wait for one count.
 */
export function createCounts({ version }: { version: () => number }) {
  const counts = new LRUCache<string, { version: number; count: Promise<number> }>({ max: KEPT_COUNTS })
  return (key: string, count: () => Promise<number>): Promise<number> => {
    const known = counts.get(key)
    const current = version()
    if (known?.version === current) return known.count
    const counting = count()
    counts.set(key, { version: current, count: counting })
    counting.catch(() => counts.delete(key))
    return counting
  }
}
