import { globSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { storeOrder } from '#tests/support/stored-orders.ts'
import { openTestServices } from '#tests/support/test-services.ts'

const [MIGRATION = ''] = globSync('server/platform/database/migrations/*_returned-at-most-once.sql')

let services: Awaited<ReturnType<typeof openTestServices>>
beforeAll(async () => {
  services = await openTestServices()
})
afterAll(() => services.close())

test('the migration books back the amount by which a refund by hand and a chargeback exceeded the payment, once', async () => {
  const { pool } = services.database
  const now = new Date()
  const twice = await storeOrder(services.orm, {
    amountMinor: 900,
    attempts: [{ state: 'charged_back', refunds: [{ minor: 300, at: now }] }, { state: 'refunded' }, { state: 'paid' }],
  })
  const [double = ''] = twice.attempts
  await pool.query(
    `insert into money_movements (id, attempt_id, kind, amount_minor, source, at, booked_at) values ('by-hand', $1, 'refund', 600, 'admin', $2, $2)`,
    [double, now],
  )
  for (const _time of [1, 2]) await pool.query(readFileSync(MIGRATION, 'utf8'))
  const { rows } = await pool.query(
    `select attempt_id as id, sum(amount_minor) filter (where kind <> 'payment')::int as returned,
       sum(amount_minor) filter (where kind = 'chargeback')::int as chargeback, count(*)::int as rows
     from money_movements group by attempt_id`,
  )
  const of = (id: string | undefined) => rows.find((row) => row.id === id)
  expect(of(double)).toMatchObject({ returned: 900, chargeback: 0, rows: 5 })
  expect(of(twice.attempts[1])).toMatchObject({ returned: 900, rows: 2 })
  expect(of(twice.attempts[2])).toMatchObject({ returned: null, rows: 1 })
})
