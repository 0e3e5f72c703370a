import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import {
  type GatewayMessage,
  GatewayUnclearError,
  type KnownPayment,
  PaymentRefusedError,
  UntrustedMessageError,
} from '#server/shop/gateways/gateway.ts'
import { buildPayment } from '#tests/support/gateway-doubles/gateway-harness.ts'
import { NO_PAYNOW_FAULTS, type PaynowFaults } from '#tests/support/gateway-doubles/paynow-faults.ts'
import { openPaynowHarness, type PaynowHarness } from '#tests/support/gateway-doubles/paynow-harness.ts'
import { type Field, paynowFields, paynowHash, paynowText } from '#tests/support/gateway-doubles/paynow-wire.ts'
import { createPaynowGateway } from './paynow-gateway.ts'

let harness: PaynowHarness
beforeAll(async () => {
  harness = await openPaynowHarness()
})
afterEach(() => harness.double.heal())
afterAll(() => harness.close())

const apiAt = (origin: string) => ({ api: (path: string) => `${origin}/api${path}` })

async function begin(changes: Partial<Parameters<typeof buildPayment>[0]> = {}) {
  const payment = buildPayment(changes)
  const initiated = await harness.gateway.initiate(payment)
  return { initiated, payment: { ...payment, handle: initiated.handle } satisfies KnownPayment }
}

async function messageOfPaid(): Promise<{ message: GatewayMessage; fields: Field[]; reference: string }> {
  const { payment } = await begin()
  harness.double.act(payment.reference, 'pay')
  const message = await vi.waitUntil(() => harness.messages.find(({ body }) => body.includes(payment.reference)), { timeout: 60_000 })
  return { message, fields: paynowFields(message.body), reference: payment.reference }
}

/** Signs a message with the key of a Paynow integration. */
function sign(fields: Field[], key = harness.double.integrations.USD.key): GatewayMessage {
  const told = fields.filter(([name]) => name.toLowerCase() !== 'hash')
  return { body: paynowText([...told, ['hash', paynowHash(told, key)]]), headers: {} }
}

test('a payment request contains every field that Paynow requires', async () => {
  const { payment, initiated } = await begin({ amountMinor: 1005, title: ' Two\n lines ' })
  const { fields } = harness.double.payments.at(-1) ?? {}
  expect(fields).toMatchObject({
    reference: payment.reference,
    merchanttrace: payment.reference,
    amount: '10.05',
    additionalinfo: 'Two lines',
    returnurl: payment.returnUrl,
    resulturl: `${harness.box.url}/api/gateways/paynow/result`,
    authemail: payment.email,
    status: 'Message',
  })
  expect(initiated).toMatchObject({
    gatewayReference: expect.stringMatching(/^\d+$/),
    pageUrl: expect.stringContaining(harness.double.url),
  })
})

test.each([
  ['0771111111', 'paid'],
  ['+263 772 222 222', 'paid'],
  ['0773333333', 'cancelled'],
])('a prompt on the phone %s ends with the state %s', async (phone, state) => {
  const { payment, initiated } = await begin({ method: 'ecocash', phone })
  expect(initiated.pageUrl).toBeUndefined()
  expect(initiated.instructions).toContain('Dial')
  await expect.poll(() => harness.gateway.read(payment)).toMatchObject({ state })
})

test('a payment from a phone account without funds is refused with Paynow’s message', async () => {
  const refused = begin({ method: 'onemoney', phone: '0774444444' })
  await expect(refused).rejects.toThrow(new PaymentRefusedError('Insufficient balance'))
})

test.each([
  ['Created', 'open'],
  ['Created but not paid', 'open'],
  ['Awaiting Redirect', 'open'],
  ['Sent', 'open'],
  ['Paid', 'paid'],
  ['Awaiting Delivery', 'paid'],
  ['Delivered', 'paid'],
  ['Cancelled', 'cancelled'],
  ['Failed', 'cancelled'],
  ['Disputed', 'disputed'],
  ['Refunded', 'refunded'],
  ['Suspended', undefined],
])('the status %s is read as %s', async (status, state) => {
  const { payment } = await begin()
  harness.double.faults.status = status
  const reading = await harness.gateway.read(payment)
  expect(reading).toMatchObject({ found: true, amountMinor: 1999 })
  expect(reading.found && reading.state).toBe(state)
  expect(reading.found && reading.statusText).toBe(status)
})

test.each<[string, Partial<PaynowFaults>]>([
  ['a page with status 200', { answers: 'html' }],
  ['an HTTP error', { answers: 'http-error' }],
  ['no answer', { answers: 'silence' }],
  ['a wrong hash', { wrongHash: true }],
  ['no hash', { missing: ['hash'] }],
  ['no poll address', { missing: ['pollurl'] }],
  ['a foreign poll address', { pollHost: 'paynow.evil.example' }],
  ['no page', { missing: ['browserurl'] }],
  ['no status', { missing: ['status'] }],
  ['the key of the other currency', { otherKey: true }],
])('%s in response to a new payment is unclear, and a trace finds the payment if it was created', async (_what, faults) => {
  Object.assign(harness.double.faults, faults)
  const payment = buildPayment()
  await expect(harness.gateway.initiate(payment)).rejects.toThrow(GatewayUnclearError)
  harness.double.heal()
  const began = harness.double.payments.some(({ fields }) => fields.reference === payment.reference)
  const reading = harness.gateway.read({ ...payment, createdAt: new Date(Date.now() - 180_000) })
  expect(await reading).toMatchObject({ found: began })
})

test.each<[string, Partial<PaynowFaults>]>([
  ['a page with status 200', { answers: 'html' }],
  ['an unsigned error', { answers: 'error' }],
  ['a wrong hash', { wrongHash: true }],
  ['no hash', { missing: ['hash'] }],
  ['no reference', { missing: ['reference'] }],
  ['no amount', { missing: ['amount'] }],
  ['an amount that is none', { amount: '19.990' }],
  ['no status', { missing: ['status'] }],
])('%s in response to a status request is unclear', async (_what, faults) => {
  const { payment } = await begin()
  harness.double.act(payment.reference, 'pay')
  Object.assign(harness.double.faults, faults)
  await expect(harness.gateway.read(payment)).rejects.toThrow(GatewayUnclearError)
  await expect(harness.gateway.read({ ...payment, handle: {} })).rejects.toThrow(GatewayUnclearError)
})

test('a Paynow response with capitalized field names and undocumented fields is read correctly', async () => {
  Object.assign(harness.double.faults, { capitalised: true, extraFields: true })
  const { payment, initiated } = await begin()
  expect(initiated.pageUrl).toContain('/Payment/')
  expect(await harness.gateway.read(payment)).toMatchObject({ state: 'open', amountMinor: 1999, gatewayReference: expect.any(String) })
  const { message, reference } = await messageOfPaid()
  expect(message.body).toContain('PollUrl=')
  expect(harness.gateway.verify(message)).toMatchObject({ reference })
})

test('stored responses and notifications contain no card, name or token of the buyer', async () => {
  Object.assign(harness.double.faults, { extraFields: true, padded: 'raw in the hash' })
  const { payment, initiated } = await begin()
  harness.double.act(payment.reference, 'pay')
  const { raw } = await harness.gateway.read(payment)
  const { message } = await messageOfPaid()
  const { kept } = harness.gateway.verify(message) ?? {}
  expect(message.body).toMatch(/cardnumber=.*paymentinstrument=/)
  for (const stored of [initiated.raw, raw, kept]) {
    expect(stored).toMatch(/status=.*hash=/)
    expect(stored).not.toMatch(/token|card|instrument|moyo/i)
  }
})

test.each<[PaynowFaults['refusal'], string]>([
  [[['Status', 'Error']], 'Paynow refused the payment'],
  [[['status', 'Invalid Id.']], 'Invalid Id.'],
  [[['status', 'INVALID AMOUNT']], 'INVALID AMOUNT'],
  [[['status', 'Failed']], 'Paynow refused the payment'],
  [
    [
      ['status', 'Error'],
      ['error', 'The payment method does not exist'],
    ],
    'The payment method does not exist',
  ],
])('%j in response to a new payment is a refusal with a reason', async (refusal, reason) => {
  harness.double.faults.refusal = refusal
  await expect(begin()).rejects.toThrow(new PaymentRefusedError(reason))
})

test('an error that suggests a duplicate request has an unclear outcome if Paynow has the payment or the lookup is unreadable', async () => {
  const { payment } = await begin()
  const again = buildPayment({ reference: payment.reference })
  await expect(harness.gateway.initiate(again)).rejects.toThrow('already has this payment: Duplicate merchanttrace')
  harness.double.faults.wrongHash = true
  await expect(harness.gateway.initiate(again)).rejects.toThrow(GatewayUnclearError)
})

test('an unknown status in response to a new payment is an unclear outcome, and the error names the status', async () => {
  harness.double.faults.refusal = [['status', 'Under Review']]
  await expect(begin()).rejects.toThrow(new GatewayUnclearError('Paynow responded with the unknown status “Under Review”'))
})

test.each(['trimmed in the hash', 'raw in the hash'] as const)(
  'a Paynow response with spaces around a value, %s, can be read',
  async (padded) => {
    harness.double.faults.padded = padded
    const { payment } = await begin()
    harness.double.act(payment.reference, 'pay')
    expect(await harness.gateway.read(payment)).toMatchObject({ state: 'paid', amountMinor: 1999 })
  },
)

test.each(['\n', '\r\n', '&'])('Paynow notifications and responses may end in %j', async (ending) => {
  harness.double.faults.ending = ending
  const { message, reference } = await messageOfPaid()
  expect(message.body).toMatch(new RegExp(`${ending}$`))
  expect(harness.gateway.verify(message)).toMatchObject({ reference, amountMinor: 1999 })
})

test('a status signed with the key of the other currency is returned with that currency', async () => {
  const { payment } = await begin({ currency: 'USD' })
  harness.double.act(payment.reference, 'pay')
  harness.double.faults.otherKey = true
  expect(await harness.gateway.read(payment)).toMatchObject({ state: 'paid', currency: 'ZWG' })
})

test('Paynow responses are treated as unclear and notifications are refused if both currencies have the same key', async () => {
  const same = harness.double.integrations.USD
  const gateway = createPaynowGateway({ settings: { url: harness.double.url, usd: same, zwg: same }, urls: apiAt(harness.box.url) })
  const { payment } = await begin()
  await expect(gateway.read(payment)).rejects.toThrow(GatewayUnclearError)
  expect(() => gateway.verify(sign([['reference', payment.reference]]))).toThrow(UntrustedMessageError)
})

test('an amount that differs by a cent from the requested amount is returned as reported', async () => {
  const { payment } = await begin({ amountMinor: 1999 })
  harness.double.faults.amount = '19.98'
  expect(await harness.gateway.read(payment)).toMatchObject({ amountMinor: 1998 })
})

test('a Paynow response about another payment is treated as unclear', async () => {
  const { payment: paid } = await begin()
  const { payment } = await begin()
  harness.double.act(paid.reference, 'pay')
  await expect(harness.gateway.read({ ...payment, handle: paid.handle })).rejects.toThrow('another payment')
})

test('a stored poll URL on another host is never requested', async () => {
  const { payment } = await begin()
  const { host, origin } = new URL(harness.double.url)
  for (const pollUrl of [`http://${host}.evil.example/`, origin.replace(/\d+$/, '1'), `http://me@${host}/`, 'file:///etc/passwd', 'x'])
    await expect(harness.gateway.read({ ...payment, handle: { pollUrl } })).rejects.toThrow('not on Paynow’s host')
})

test('a payment that Paynow does not know is reported as unclear for two minutes, then as not found', async () => {
  await expect(harness.gateway.read(buildPayment())).rejects.toThrow('not know this payment yet')
  expect(await harness.gateway.read(buildPayment({ createdAt: new Date(Date.now() - 121_000) }))).toMatchObject({ found: false })
  harness.double.faults.wrongHash = true
  await expect(harness.gateway.read(buildPayment({ createdAt: new Date(0) }))).rejects.toThrow('invalid hash')
})

test('a payment in a currency without an integration is refused and is not looked up with the key of the other currency', async () => {
  const { USD: usd } = harness.double.integrations
  const gateway = createPaynowGateway({ settings: { url: harness.double.url, usd }, urls: apiAt(harness.box.url) })
  expect(Object.keys(gateway.methods)).toEqual(['USD'])
  await expect(gateway.initiate(buildPayment({ currency: 'ZWG' }))).rejects.toThrow(PaymentRefusedError)
  const { payment } = await begin({ currency: 'ZWG' })
  await expect(gateway.read(payment)).rejects.toThrow(GatewayUnclearError)
})

test('a notification with characters shifted between fields is refused, even if its hash is valid', async () => {
  const { fields } = await messageOfPaid()
  const [reference = '', number = '', amount = '', ...rest] = fields.map(([, value]) => value)
  const names = fields.map(([name]) => name)
  const shifts = [
    [reference.slice(0, -1), reference.slice(-1) + number, amount],
    [reference + number[0], number.slice(1), amount],
    [reference, number + amount.slice(0, 3), amount.slice(3)],
  ]
  for (const [index, shift] of shifts.entries()) {
    const told = [...shift, ...rest].map((value, position): Field => [names[position] ?? '', value])
    const message = { body: paynowText(told), headers: {} }
    expect(paynowHash(told, harness.double.integrations.USD.key)).toBe(told.at(-1)?.[1])
    expect(() => harness.gateway.verify(message), `shift ${index}`).toThrow(UntrustedMessageError)
  }
})

test('a notification is refused if a field is repeated or missing, or the poll URL is on another host', async () => {
  const { fields } = await messageOfPaid()
  const other = (name: string, value: string) => fields.map(([key, old]): Field => [key, key === name ? value : old])
  expect(() => harness.gateway.verify(sign(fields))).not.toThrow()
  expect(() => harness.gateway.verify(sign(other('paynowreference', '')))).not.toThrow()
  const wrong = [
    [...fields.slice(0, -1), ['Status', 'Paid'] as Field],
    other('pollurl', 'https://paynow.evil.example/Interface/CheckPayment/?guid=1'),
    other('pollurl', `${harness.double.url.replace(/\d+$/, '1')}/Interface/CheckPayment/?guid=1`),
    other('reference', 'A’s 1'),
    other('amount', '19.990'),
    other('status', 'Paid1'),
    other('paynowreference', '1.1'),
    ...['reference', 'amount', 'status', 'pollurl'].map((name) => fields.filter(([key]) => key !== name)),
  ]
  for (const [index, each] of wrong.entries())
    expect(() => harness.gateway.verify(sign(each)), `message ${index}`).toThrow(UntrustedMessageError)
})

test('error messages of the Paynow gateway never contain a key or a hash', { tags: ['full'] }, async () => {
  const { USD, ZWG } = harness.double.integrations
  const seen: string[] = []
  const note = (error: unknown) => seen.push(String(error), String((error as Error).cause ?? ''))
  const { payment } = await begin()
  const wrongs = ['html', 'http-error', 'error', 'silence'].map((answers) => ({ answers }) as Partial<PaynowFaults>)
  for (const faults of [...wrongs, { wrongHash: true }, { otherKey: true }, { missing: ['pollurl'] }]) {
    Object.assign(harness.double.faults, NO_PAYNOW_FAULTS, faults)
    await harness.gateway.initiate(buildPayment()).catch(note)
    await harness.gateway.read(payment).catch(note)
    await harness.gateway.read({ ...payment, handle: {} }).catch(note)
  }
  harness.double.heal()
  const { message, fields } = await messageOfPaid()
  for (const body of [`${message.body}&a=b`, message.body.replace('status=', 'state='), `${message.body}&hash=1`]) {
    try {
      harness.gateway.verify({ body, headers: {} })
    } catch (error) {
      note(error)
    }
  }
  const leaky = createPaynowGateway({
    settings: { url: harness.double.url, usd: { id: '1', key: USD.key } },
    urls: apiAt(harness.box.url),
  })
  await leaky.initiate(buildPayment()).catch(note)
  expect(seen.length).toBeGreaterThan(20)
  const hash = fields.find(([name]) => name === 'hash')?.[1] ?? '-'
  for (const secret of [USD.key, ZWG.key, hash]) expect(seen.join('\n').toLowerCase()).not.toContain(secret.toLowerCase())
  expect(seen.join('\n')).not.toMatch(/[0-9A-F]{64}/i)
})
