import { type DatabaseHarm, hanging, harmDatabase, killing } from '#tests/torture/database-harm.ts'
import type { Figure, Harm } from '#tests/torture/harm.ts'

/** The product's own database is killed twenty times under 200 requests a second, then hangs for twenty seconds. */
export const databaseAway: Harm = {
  number: 2,
  name: 'the database away',
  settings: { TRUST_PROXY: 'true' },
  run: async ({ url, dataDir, items }) => {
    const figures: Figure[] = []
    for (const [harm, rounds] of [
      [killing(dataDir), 20],
      [hanging(dataDir, 20), 1],
    ] as const)
      figures.push(...figuresOf(harm.name, await harmDatabase(url, { harm, rounds, perSecond: 200, productId: items.priced })))
    return figures
  },
}

function figuresOf(name: string, { statuses, withoutRetryAfter, healedMs, slowestMs, orders }: DatabaseHarm): Figure[] {
  const odd = Object.entries(statuses).reduce((sum, [status, count]) => (['200', '503'].includes(status) ? sum : sum + count), 0)
  return [
    { name: `${name}: answers other than 200 and 503`, value: odd, atMost: 0 },
    { name: `${name}: 503 without Retry-After`, value: withoutRetryAfter, atMost: 0 },
    { name: `${name}: acknowledged orders`, value: orders.acknowledged, atLeast: 1 },
    { name: `${name}: acknowledged orders lost`, value: orders.lost, atMost: 0 },
    { name: `${name}: well again after`, value: healedMs.worst, unit: 'ms', atMost: 5000 },
    { name: `${name}: slowest answer`, value: slowestMs, unit: 'ms' },
  ]
}
