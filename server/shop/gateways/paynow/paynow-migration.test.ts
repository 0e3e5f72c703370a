import { globSync, readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { storeOrder } from '#tests/support/stored-orders.ts'
import { openTestServices } from '#tests/support/test-services.ts'
import { withoutBuyerData } from './paynow-message.ts'

const [MIGRATION = ''] = globSync('server/platform/database/migrations/*_paynow-buyer-data.sql')

let services: Awaited<ReturnType<typeof openTestServices>>
beforeAll(async () => {
  services = await openTestServices()
})
afterAll(() => services.close())

test('the migration reduces stored Paynow messages to the fields that may be stored, and does not change messages of other gateways', async () => {
  const { pool } = services.database
  const { attempts } = await storeOrder(services.orm, { attempts: [{ state: 'paid' }] })
  const bodies = [
    'reference=abc&paynowreference=1,234&amount=4.50&status=Paid&pollurl=https%3a%2f%2fwww.paynow.co.zw%2f%3fa%3d1&hash=AB12',
    'Status=Paid&CardNumber=411111xxxxxx1111&Token=d0bb&TokenExpiry=01Jan2027&CardHolder=Mrs+R+Moyo&Hash=AB12',
    ' status=Ok& browserurl=https%3a%2f%2fx&paymentinstrument=%c2%a0Mrs+R+Moyo&hash=C\r\n',
    'phone=0772000000&authemail=rudo%40reader.example',
    'token=abc=status&status=Sent&',
  ]
  const insert = (gateway: string, body: string, at: number) =>
    pool.query(`insert into gateway_messages (id, attempt_id, gateway, message_id, kind, body) values ($1, $2, $3, $1, 'reading', $4)`, [
      `${gateway}-${at}`,
      attempts[0],
      gateway,
      body,
    ])
  for (const [at, body] of bodies.entries()) await insert('paynow', body, at)
  const ofStripe = '{"data":{"cardnumber":"none"}}'
  await insert('stripe', ofStripe, 0)

  for (const statement of readFileSync(MIGRATION, 'utf8').split('--> statement-breakpoint')) await pool.query(statement)

  const { rows } = await pool.query<{ body: string }>('select body from gateway_messages order by id')
  expect(rows.map(({ body }) => body)).toEqual([...bodies.map(withoutBuyerData), ofStripe])
  expect(rows[0]?.body).toBe(bodies[0])
  expect(JSON.stringify(rows)).not.toMatch(/moyo|4111|d0bb|0772|rudo/i)
  await expect(pool.query(`update gateway_messages set body = ''`), 'the table is append-only again').rejects.toThrow('for good')
})
