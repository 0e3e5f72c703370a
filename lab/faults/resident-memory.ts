import { setTimeout as delay } from 'node:timers/promises'
import { residentMemory } from '#tests/support/process-status.ts'
import type { Figure } from './scenario.ts'

const INTERVAL_MS = 500
const REST_SECONDS = 10
const MAX_REST_SECONDS = 60
const MEGABYTE = 1024 * 1024

/**
 * Samples the memory of the server, whose process may be restarted. `rest` waits for garbage collection and uses the remaining memory as
 * the baseline.
 */
export async function watchMemory(product: { readonly pid: number }) {
  const megabytes = async () => ((await residentMemory(product.pid)) ?? Number.NaN) / MEGABYTE
  const started = await megabytes()
  let max = started
  let baseline: number | undefined
  const sample = async () => {
    max = Math.max(max, (await megabytes()) || 0)
  }
  const timer = setInterval(sample, INTERVAL_MS)

  /** Resolves with the memory once it no longer falls: V8 collects garbage some seconds after the last allocation, more than once. */
  async function settled() {
    let min = Number.POSITIVE_INFINITY
    for (let seconds = 0; seconds < MAX_REST_SECONDS; seconds += REST_SECONDS) {
      await delay(REST_SECONDS * 1000)
      const now = await megabytes()
      if (now > min * 0.99) return now
      min = now
    }
    return min
  }

  return {
    sample,
    rest: async () => {
      baseline = await settled()
    },
    figures: async ({ maxGrowthMegabytes }: { maxGrowthMegabytes?: number }): Promise<Figure[]> => {
      const after = await settled()
      clearInterval(timer)
      if (Number.isNaN(after)) return []
      return [
        { name: 'memory after startup', value: started, unit: 'MB' },
        ...(baseline === undefined ? [] : [{ name: 'memory before', value: baseline, unit: 'MB' }]),
        { name: 'memory, maximum', value: max, unit: 'MB' },
        { name: 'memory after', value: after, unit: 'MB' },
        ...(baseline === undefined ? [] : [{ name: 'memory after, against before', value: after / baseline, unit: '×', atMost: 1.1 }]),
        {
          name: 'memory growth since startup',
          value: after - started,
          unit: 'MB',
          ...(maxGrowthMegabytes !== undefined && { atMost: maxGrowthMegabytes }),
        },
      ]
    },
  }
}
