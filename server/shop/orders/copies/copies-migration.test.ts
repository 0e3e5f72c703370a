import { globSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { storeOrder } from '#tests/support/stored-orders.ts'
import { openTestServices } from '#tests/support/test-services.ts'

const [MIGRATION = ''] = globSync('server/platform/database/migrations/*_copies.sql')
/** Returns to the tables of the previous version. */
const FORMER_TABLES = `
  alter table order_viewers rename to order_holders;
  alter table order_holders rename constraint order_viewers_order_id_client_digest_pk to order_holders_order_id_client_digest_pk;
  alter table order_holders rename constraint order_viewers_order_id_orders_id_fk to order_holders_order_id_orders_id_fk;
  alter index order_viewers_client rename to order_holders_client;
  create table order_grants (order_id text primary key references orders, reason text not null, by text,
    at timestamp with time zone default now() not null, revoked_at timestamp with time zone);
  insert into order_grants (order_id, reason, by, at, revoked_at)
    select order_id, reason, granted_by, made_at, revoked_at from copies where reason is not null;
  drop table copy_holders;
  drop table copies;`

let services: Awaited<ReturnType<typeof openTestServices>>
beforeAll(async () => {
  services = await openTestServices()
})
afterAll(() => services.close())

test('the migration to copies leaves every payment and grant with its owner, and revokes those of returned money and revoked grants', async () => {
  const { orm } = services
  const { pool } = services.database
  const states = ['paid', 'disputed', 'refunded', 'charged_back', 'open', 'failed', 'expired'] as const
  for (const state of states) await storeOrder(orm, { attempts: [{ state }] })
  await storeOrder(orm, { attempts: [{ state: 'paid' }, { state: 'refunded' }] })
  for (const grant of ['stands', 'revoked'] as const) await storeOrder(orm, { grant })
  await storeOrder(orm)
  const read = async () => ({
    copies: (
      await pool.query(
        'select order_id, product_id, email, reason, granted_by, made_at, revoked_at is null as stands from copies order by order_id',
      )
    ).rows,
    holders: (await pool.query('select order_id, client_digest from copy_holders join copies on id = copy_id order by order_id')).rows,
    viewers: (await pool.query('select order_id, client_digest from order_viewers order by order_id')).rows,
  })
  const before = await read()
  expect(before.copies.map(({ stands }) => stands)).toEqual([true, false, false, false, true, true, false])
  expect(before.viewers).toHaveLength(states.length + 4)
  await pool.query(FORMER_TABLES)
  await pool.query(readFileSync(MIGRATION, 'utf8'))
  expect(await read()).toEqual(before)
})
