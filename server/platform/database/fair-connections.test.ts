import type { PoolClient } from 'pg'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { onBehalfOf } from '#server/platform/concurrency/current-visitor.ts'
import { openTestServices } from '#tests/support/test-services.ts'

let services: Awaited<ReturnType<typeof openTestServices>>
beforeAll(async () => {
  services = await openTestServices({ DATABASE_POOL: '2' })
})
afterAll(() => services.close())

let held: PoolClient[] = []
const holdAll = async () => {
  const { pool } = services.database
  held = await Promise.all([pool.connect(), pool.connect()])
}
const returnAll = () => {
  for (const client of held.splice(0)) client.release()
}
/** Returns one of the two connections, so that the waiting work runs one after the other. */
const returnOne = () => held.pop()?.release()
afterEach(returnAll)

test('networks take turns at the connections of the database, and a customer with many networks counts as one', async () => {
  const { pool } = services.database
  const order: string[] = []
  await holdAll()
  const ask = (site: string, client: string) => onBehalfOf({ site, client }, () => pool.query('select 1')).then(() => order.push(site))
  const flood = Array.from({ length: 60 }, (_, network) => ask('2001:db8:1::/48', `2001:db8:1:${network}::/64`))
  const visitor = ask('10.0.0.1', '10.0.0.1')
  // Background work of the services may wait as well.
  expect(pool.waitingCount).toBeGreaterThanOrEqual(61)
  returnOne()
  await visitor
  expect(order.indexOf('10.0.0.1')).toBeLessThanOrEqual(3)
  await Promise.all(flood)
  await expect.poll(() => pool.waitingCount).toBe(0)
})

test('a transaction belongs to the visitor of its request, and work outside of requests takes turns with visitors', async () => {
  const { orm } = services.database
  await holdAll()
  const order: string[] = []
  const flood = Array.from({ length: 40 }, () =>
    onBehalfOf({ client: 'flood' }, () => orm.transaction(async () => void order.push('flood'))),
  )
  const job = orm.transaction(async () => void order.push('job'))
  returnOne()
  await job
  expect(order.indexOf('job')).toBeLessThanOrEqual(3)
  await Promise.all(flood)
})

test('requests wait for a connection for as long as the database responds, and fail when no connection is returned', async () => {
  const { pool } = services.database
  await holdAll()
  await expect(pool.query('select 1')).rejects.toThrow('Timed out waiting for a database connection')
  returnAll()
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
})
