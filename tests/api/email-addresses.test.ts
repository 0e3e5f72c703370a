import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Problem } from '#contracts/common/problem.ts'
import type { Purchase } from '#contracts/shop/purchase.ts'
import { createBuyers } from '#tests/support/buyers.ts'
import { createModelGateway } from '#tests/support/model-gateway.ts'
import { newestMail } from '#tests/support/newest-mail.ts'
import { storeBook } from '#tests/support/stored-items.ts'
import { openTestApp, type TestApp } from '#tests/support/test-app.ts'

const ACCEPTED = [
  'jack&jill@x.example',
  'choir/alto@x.example',
  'plus+tag@x.example',
  "o'neil@x.example",
  '.dots..everywhere.@x.example',
  'a@1x-y.example',
  ' padded@x.example ',
  'rudo@bücher.example',
]
const REFUSED = [
  'rudo',
  'rudo@',
  '@x.example',
  'rudo@localhost',
  'rudo moyo@x.example',
  'rudo@x..example',
  'rudo@-x.example',
  'rudo@x_y.example',
  'rudo@bücher.example/path',
  'josé@x.example',
  'a@x.example,b@x.example',
  `${'x'.repeat(250)}@x.example`,
]

type Schema = { properties?: Record<string, unknown> }
type Description = {
  paths: Record<string, Record<string, { requestBody?: { content: Record<string, { schema: Schema & { $ref?: string } }> } }>>
  components: { schemas: Record<string, Schema> }
}

const model = createModelGateway()
let app: TestApp
beforeAll(async () => {
  app = await openTestApp({ CONTACT_DELIVERY: 'inbox' }, { gateways: [model.gateway] })
})
afterAll(() => app.close())

/** Lists the calls whose JSON body has an email address. */
async function callsWithEmail() {
  const { paths, components } = (await app.get('/api/openapi.json')).json<Description>()
  return Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).flatMap(([method, { requestBody }]) => {
      const schema = requestBody?.content['application/json']?.schema
      const name = schema?.$ref?.split('/').at(-1)
      const { properties = {} } = (name === undefined ? schema : components.schemas[name]) ?? {}
      const fields = Object.keys(properties).filter((field) => /mail/i.test(field))
      return fields.map((field) => ({ method: method.toUpperCase() as 'POST', url: path.replace(/\{\w+\}/g, randomUUID()), field }))
    }),
  )
}

test('every API call accepts the same email addresses', async () => {
  const calls = await callsWithEmail()
  expect(calls.length).toBeGreaterThanOrEqual(9)
  for (const { method, url, field } of calls) {
    const isFaulty = async (address: string) => {
      const response = await app.send(method, url, { [field]: address })
      return response.json<Problem>().errors?.some((error) => error.field === field) ?? false
    }
    const outcomes = await Promise.all([...ACCEPTED, ...REFUSED].map(isFaulty))
    const faulty = [...ACCEPTED, ...REFUSED].filter((_address, index) => outcomes[index])
    expect(faulty, `${method} ${url}`).toEqual(REFUSED)
  }
})

test('a purchase by an email address with an international domain is found by either spelling of the domain', async () => {
  const shop = createBuyers(app, model)
  const book = await storeBook(app.services, { title: 'Sow in Season', price: 4.5 })
  const clientId = shop.newClient()
  const { id, payment } = await shop.begin(clientId, { productId: book.id }, { email: 'Jack&Jill@Bücher.example' })
  payment.state = 'paid'
  await shop.call(id, 'check', clientId)
  const stored = 'jack&jill@xn--bcher-kva.example'
  expect(await shop.get(id, clientId)).toMatchObject({ state: 'paid', email: stored })
  for (const email of ['jack&jill@bu\u0308cher.example', 'JACK&JILL@XN--BCHER-KVA.example']) {
    const other = shop.newClient()
    await app.send('POST', '/api/purchases/codes', { email, clientId: other }, {})
    const subject = /^Subject: (\d{8}) is your code/m
    const { dataDir } = app.services.config
    const [, code] = subject.exec(await newestMail(dataDir, stored, subject)) ?? []
    await rm(join(dataDir, 'mail'), { recursive: true })
    const response = await app.send('POST', '/api/purchases', { email, clientId: other, code }, {})
    expect(response.json<{ purchases: Purchase[] }>().purchases, response.body).toMatchObject([{ orderId: id }])
  }
})
