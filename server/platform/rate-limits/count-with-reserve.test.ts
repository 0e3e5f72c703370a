import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import fc from '#tests/support/property-testing.ts'
import { openTestServices } from '#tests/support/test-services.ts'
import { countWithReserve } from './count-with-reserve.ts'

let services: Awaited<ReturnType<typeof openTestServices>>
beforeAll(async () => {
  services = await openTestServices({ DATABASE_POOL: '10' })
})
afterAll(() => services.close())

const SHARED = 12
const RESERVED = 2
const OWN = 6

function tryFrom(run: string, network: number) {
  const own = { key: `${run} from ${network}`, max: OWN, seconds: 600 }
  return countWithReserve(services.rateLimits, {
    own: [own],
    shared: { key: `${run} shared`, max: SHARED, seconds: 600 },
    reserved: [{ ...own, max: RESERVED }],
  })
}

test('for any sequence of concurrent attempts, no client is locked out by others, and the total is limited', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.integer({ min: 0, max: 9 }), { minLength: 1, maxLength: 80 }), async (knocks) => {
      const run = randomUUID()
      const counted = await Promise.all(knocks.map((network) => tryFrom(run, network)))
      const passed = knocks.filter((_, at) => !counted[at]?.exceeded)
      const networks = new Set(knocks)
      expect(passed.length).toBeLessThanOrEqual(SHARED + RESERVED * networks.size)
      for (const network of networks) {
        const made = knocks.filter((knock) => knock === network).length
        const own = passed.filter((knock) => knock === network).length
        expect(own).toBeGreaterThanOrEqual(Math.min(made, RESERVED))
        expect(own).toBeLessThanOrEqual(OWN)
      }
      const rows = await services.database.pool.query('select 1 from tries where key like $1', [`${run}%`])
      expect(rows.rowCount).toBeLessThanOrEqual(2 * passed.length)
    }),
    { numRuns: 15 },
  )
})

test('once older attempts have expired, every client has its full rate limit again', async () => {
  const run = randomUUID()
  for (let network = 0; network < SHARED; network++) await tryFrom(run, network)
  for (let count = 0; count < RESERVED; count++) expect((await tryFrom(run, 99)).exceeded).toBeUndefined()
  expect((await tryFrom(run, 99)).exceeded).toBeDefined()
  await services.database.pool.query(`update tries set at = at - interval '601 seconds' where key = $1`, [`${run} shared`])
  expect((await tryFrom(run, 99)).exceeded).toBeUndefined()
})
