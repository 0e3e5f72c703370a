import { globSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { storeOrder } from '#tests/support/stored-orders.ts'
import { openTestServices } from '#tests/support/test-services.ts'

const [MIGRATION = ''] = globSync('server/platform/database/migrations/*_test-gateway.sql')

let services: Awaited<ReturnType<typeof openTestServices>>
beforeAll(async () => {
  services = await openTestServices()
})
afterAll(() => services.close())

test('payments of the test gateway are read under its present name, before and after the migration renames them', async () => {
  const { pool } = services.database
  const { id } = await storeOrder(services.orm, { attempts: [{ state: 'paid' }] })
  const other = await storeOrder(services.orm, { attempts: [{ state: 'paid', gateway: 'paynow' }] })
  await pool.query(`
    alter table payment_attempts disable trigger payment_attempts_quote;
    update payment_attempts set gateway = 'sandbox' where gateway = 'test';
    alter table payment_attempts enable trigger payment_attempts_quote`)
  const read = async () => (await services.shop.orders.attempts.listOf(id)).map(({ gateway }) => gateway)
  expect(await read()).toEqual(['test'])

  for (const statement of readFileSync(MIGRATION, 'utf8').split('--> statement-breakpoint')) await pool.query(statement)

  expect(await read()).toEqual(['test'])
  const { rows } = await pool.query<{ gateway: string }>('select gateway from payment_attempts order by gateway')
  expect(rows).toEqual([{ gateway: 'paynow' }, { gateway: 'test' }])
  expect(await services.shop.orders.attempts.listOf(other.id)).toMatchObject([{ gateway: 'paynow' }])
  const rename = pool.query(`update payment_attempts set gateway = 'stripe'`)
  await expect(rename, 'a quote is immutable again').rejects.toThrow('never changes')
})
