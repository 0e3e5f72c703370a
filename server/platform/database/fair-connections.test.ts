import { afterAll, beforeAll, expect, test } from 'vitest'
import { onBehalfOf } from '#server/platform/concurrency/current-visitor.ts'
import { openTestServices } from '#tests/support/test-services.ts'

let services: Awaited<ReturnType<typeof openTestServices>>
beforeAll(async () => {
  services = await openTestServices({ DATABASE_POOL: '2' })
})
afterAll(() => services.close())

test('networks take turns at the connections of the database, and a customer with many networks counts as one', async () => {
  const { pool } = services.database
  const order: string[] = []
  const held = await Promise.all([pool.connect(), pool.connect()])
  const ask = (site: string, client: string) => onBehalfOf({ site, client }, () => pool.query('select 1')).then(() => order.push(site))
  const flood = Array.from({ length: 60 }, (_, network) => ask('2001:db8:1::/48', `2001:db8:1:${network}::/64`))
  const visitor = ask('10.0.0.1', '10.0.0.1')
  expect(pool.waitingCount).toBe(61)
  for (const client of held) client.release()
  await visitor
  expect(order.length).toBeLessThanOrEqual(5)
  await Promise.all(flood)
  expect(pool.waitingCount).toBe(0)
})

test('a transaction belongs to the visitor of its request, and work outside of requests takes turns with visitors', async () => {
  const { pool, orm } = services.database
  const held = await Promise.all([pool.connect(), pool.connect()])
  const order: string[] = []
  const flood = Array.from({ length: 40 }, () =>
    onBehalfOf({ client: 'flood' }, () => orm.transaction(async () => void order.push('flood'))),
  )
  const job = orm.transaction(async () => void order.push('job'))
  for (const client of held) client.release()
  await job
  expect(order.length).toBeLessThanOrEqual(5)
  await Promise.all(flood)
})

test('requests wait for a connection for as long as the database responds, and fail when no connection is returned', async () => {
  const { pool } = services.database
  const held = await Promise.all([pool.connect(), pool.connect()])
  await expect(pool.query('select 1')).rejects.toThrow('Timed out waiting for a database connection')
  for (const client of held) client.release()
  expect((await pool.query('select 1 as one')).rows).toEqual([{ one: 1 }])
})
