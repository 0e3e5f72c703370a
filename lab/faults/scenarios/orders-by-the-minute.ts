import { setTimeout as delay } from 'node:timers/promises'
import { openOrders } from '../order-flood.ts'
import type { Scenario } from '../scenario.ts'

const [AT_ONCE, EVERY_MS, TIMES] = [50, 300, 200]
const NETWORKS = 5

/** Fault scenario: ten thousand requests within a minute to open one priced item, from a few networks. */
export const ordersByTheMinute: Scenario = {
  number: 7,
  name: 'ten thousand orders a minute',
  settings: { TRUST_PROXY: 'true' },
  maxReaderSlowdown: 2,
  maxGrowthMegabytes: 100,
  rounds: 2,
  run: async (product, { round }) => {
    const asked: ReturnType<typeof openOrders>[] = []
    for (let time = 0; time < TIMES; time++) {
      const wishes = { productId: product.items.priced, requests: AT_ONCE, networks: NETWORKS, firstNetwork: 10_000 + 1000 * round }
      asked.push(openOrders(product.url, wishes))
      await delay(EVERY_MS)
    }
    const answered = await Promise.all(asked)
    const count = (...wanted: number[]) =>
      answered.flatMap((statuses) => wanted.map((status) => statuses[status] ?? 0)).reduce((sum, some) => sum + some, 0)
    return [
      { name: 'completed', value: count(200), atLeast: 1 },
      { name: 'refused with Retry-After', value: count(429, 503) },
      { name: 'other responses', value: AT_ONCE * TIMES - count(200, 429, 503), atMost: 0 },
    ]
  },
}
