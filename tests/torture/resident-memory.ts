import { setTimeout as delay } from 'node:timers/promises'
import { residentMemory } from '#tests/support/process-status.ts'
import type { Figure } from './harm.ts'

const INTERVAL_MS = 500
const REST_SECONDS = 10
const MOST_REST_SECONDS = 60
const MEGABYTE = 1024 * 1024

/**
 * Watches the memory of the product, whose process may change. `rest` waits until garbage is collected, and takes what is left as the
 * value to compare with.
 */
export async function watchMemory(product: { readonly pid: number }) {
  const megabytes = async () => ((await residentMemory(product.pid)) ?? Number.NaN) / MEGABYTE
  const started = await megabytes()
  let most = started
  let before: number | undefined
  const look = async () => {
    most = Math.max(most, (await megabytes()) || 0)
  }
  const timer = setInterval(look, INTERVAL_MS)

  /** V8 collects some seconds after the last allocation, more than once. */
  async function settled() {
    let least = Number.POSITIVE_INFINITY
    for (let seconds = 0; seconds < MOST_REST_SECONDS; seconds += REST_SECONDS) {
      await delay(REST_SECONDS * 1000)
      const now = await megabytes()
      if (now > least * 0.99) return now
      least = now
    }
    return least
  }

  return {
    look,
    rest: async () => {
      before = await settled()
    },
    figures: async ({ growthAtMostMegabytes }: { growthAtMostMegabytes?: number | undefined }): Promise<Figure[]> => {
      const after = await settled()
      clearInterval(timer)
      if (Number.isNaN(after)) return []
      return [
        { name: 'memory after the start', value: started, unit: 'MB' },
        ...(before === undefined ? [] : [{ name: 'memory before', value: before, unit: 'MB' }]),
        { name: 'memory at most', value: most, unit: 'MB' },
        { name: 'memory after', value: after, unit: 'MB' },
        ...(before === undefined ? [] : [{ name: 'memory after against before', value: after / before, unit: '×', atMost: 1.1 }]),
        {
          name: 'memory grown since the start',
          value: after - started,
          unit: 'MB',
          ...(growthAtMostMegabytes !== undefined && { atMost: growthAtMostMegabytes }),
        },
      ]
    },
  }
}
