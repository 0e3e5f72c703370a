import { globSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AttemptState } from '#contracts/shop/payment.ts'
import { storeOrder } from '#tests/support/stored-orders.ts'
import { openTestServices } from '#tests/support/test-services.ts'

const [MIGRATION = ''] = globSync('server/platform/database/migrations/*_money-movements.sql')
/** Data statements of the migration, without the table definitions, which already exist in the test database. */
const STATEMENTS = readFileSync(MIGRATION, 'utf8')
  .split('--> statement-breakpoint')
  .filter((statement) => /^\s*(--.*\n)?(INSERT|UPDATE)/.test(statement))

let services: Awaited<ReturnType<typeof openTestServices>>
beforeAll(async () => {
  services = await openTestServices()
})
afterAll(() => services.close())

test('the migration books existing payments and refunds on the days of their reports, and schedules a check of refunds reported by a gateway', async () => {
  const { pool } = services.database
  const paidAt = new Date(Date.now() - 100 * 24 * 3_600_000)
  const createdAt = new Date(Date.now() - 10 * 24 * 3_600_000)
  const store = async (state: AttemptState) => {
    const { attempts } = await storeOrder(services.orm, { createdAt, attempts: [{ state, paidAt, gatewayReference: `pi_${state}` }] })
    return attempts[0] ?? ''
  }
  const ids = { paid: await store('paid'), refunded: await store('refunded'), chargedBack: await store('charged_back') }
  const byHand = await store('refunded')
  const yesterday = new Date(createdAt.getTime() - 24 * 3_600_000)
  await pool.query(`insert into attempt_events (id, attempt_id, at, to_state, cause) values ('first', $1, $2, 'refunded', 'admin')`, [
    byHand,
    yesterday,
  ])
  await pool.query(`
    alter table money_movements disable trigger all; delete from money_movements; alter table money_movements enable trigger all;
    update payment_attempts set next_check_at = null, gateway_ids = '{}'`)

  for (const statement of STATEMENTS) await pool.query(statement)

  const { rows } = await pool.query('select * from money_movements order by at, kind')
  const payment = { kind: 'payment', amount_minor: '799', source: 'payment', at: paidAt, booked_at: paidAt }
  const returned = { amount_minor: '799', at: createdAt, booked_at: createdAt }
  const of = (attemptId: string) => rows.filter((row) => row.attempt_id === attemptId)
  expect(of(ids.paid)).toMatchObject([payment])
  expect(of(ids.refunded)).toMatchObject([payment, { ...returned, kind: 'refund', source: 'refunded' }])
  expect(of(ids.chargedBack)).toMatchObject([payment, { ...returned, kind: 'chargeback', source: 'charged_back' }])
  expect(of(byHand)).toMatchObject([payment, { kind: 'refund', source: 'admin', at: yesterday }])
  const { rows: due } = await pool.query('select id, gateway_ids from payment_attempts where next_check_at is not null order by id')
  expect(due).toEqual([
    { id: ids.refunded, gateway_ids: ['pi_refunded'] },
    { id: ids.chargedBack, gateway_ids: ['pi_charged_back'] },
  ])
})
