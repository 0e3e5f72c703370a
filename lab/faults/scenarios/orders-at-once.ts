import { floodOrders } from '../order-flood.ts'
import type { Scenario } from '../scenario.ts'

const REQUESTS = 3000

/**
 * Thousands of concurrent requests to open one priced item, from one network and from many. Readers wait while the server rejects the
 * requests sequentially; `orders-by-the-minute.ts` spreads the requests over a minute.
 */
export const ordersAtOnce: Scenario = {
  number: 7,
  name: 'concurrent orders for one item',
  settings: { TRUST_PROXY: 'true' },
  maxGrowthMegabytes: 100,
  rounds: 2,
  run: async (product, { round }) => {
    const floods = [1, 300].map((networks, at) => ({
      productId: product.items.priced,
      requests: REQUESTS,
      networks,
      firstNetwork: 1000 * (2 * round + at),
    }))
    const figures = []
    for (const flood of floods) {
      const { statuses } = await floodOrders(product, flood)
      const of = (...wanted: number[]) => wanted.reduce((sum, status) => sum + (statuses[status] ?? 0), 0)
      const from = flood.networks === 1 ? 'one network' : `${flood.networks} networks`
      figures.push(
        { name: `from ${from}: completed`, value: of(200), atLeast: 1 },
        { name: `from ${from}: refused with Retry-After`, value: of(429, 503) },
        { name: `from ${from}: other responses`, value: flood.requests - of(200, 429, 503), atMost: 0 },
      )
    }
    return figures
  },
}
