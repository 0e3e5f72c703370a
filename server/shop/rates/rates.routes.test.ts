import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { AuditEntry } from '#contracts/admin/audit.ts'
import type { Problem } from '#contracts/common/problem.ts'
import { RATE_DAYS, type Rate, type RateStanding, type RatesImported, scaledRate } from '#contracts/shop/rate.ts'
import type { Transact } from '#server/platform/database/database.ts'
import { createModelGateway } from '#tests/support/model-gateway.ts'
import { shopTime } from '#tests/support/shop-time.ts'
import { openTestApp, type TestApp } from '#tests/support/test-app.ts'
import { openRates } from './open-rates.ts'

let app: TestApp
beforeAll(async () => {
  app = await openTestApp({}, { gateways: [createModelGateway().gateway] })
})
afterAll(() => app.close())
beforeEach(() => app.services.database.pool.query('delete from exchange_rates'))

const HOUR = 3_600_000
const ago = (hours: number) => new Date(Date.now() - hours * HOUR).toISOString()
const day = (daysAgo: number) => ago(daysAgo * 24).slice(0, 10)
/** Returns the start of a day in the shop's time zone. */
const firstMoment = (text: string) => new Date(`${text}T00:00:00+02:00`).toISOString()
const fields = (zwgPerUsd: string, more: object = {}) => ({ zwgPerUsd, source: 'Reserve Bank', asOf: ago(1), ...more })
const send = (payload: object) => app.send('POST', '/api/rates', payload)
/** Creates the exchange rate service with another clock and the same rates. */
function ratesAt(now: () => Date) {
  const { database, record } = app.services
  const transact: Transact = (work) => database.orm.transaction(work)
  return openRates({ orm: database.orm, record, transact, isPayable: () => false, isOffered: () => true, shopTime, now })
}
async function enter(zwgPerUsd: string, more: object = {}): Promise<Rate> {
  const response = await send(fields(zwgPerUsd, more))
  expect(response.statusCode, response.body).toBe(201)
  return response.json()
}
const confirm = (id: string) => app.send('POST', `/api/rates/${id}/confirm`)
const importTable = (csv: string, more: object = {}) => app.send('POST', '/api/rates/import', { csv, ...more })
const list = async (query = '') => (await app.get(`/api/rates${query}`, app.bearer)).json<Rate[]>()
const standing = async () => (await app.get('/api/rates/standing', app.bearer)).json<RateStanding>()
const current = () => app.services.shop.rates.current()
const charged = async () => {
  const now = await current()
  return now.state === 'current' ? now.rate.scaled : now.state
}

describe('a rate', () => {
  test('the first exchange rate takes effect immediately', async () => {
    expect(await current()).toEqual({ state: 'none' })
    expect(await standing()).toEqual({ current: null, waiting: null, refused: 'no_rate' })
    const rate = await enter('26.7431', { marginBasisPoints: 150 })
    expect(rate).toMatchObject({
      zwgPerUsd: '26.7431',
      source: 'Reserve Bank',
      marginBasisPoints: 150,
      enteredBy: 'Ada Admin',
      state: 'current',
      changePercent: null,
    })
    expect(await current()).toEqual({
      state: 'current',
      rate: { id: rate.id, scaled: 27_144_247, asOf: new Date(rate.asOf), source: 'Reserve Bank' },
    })
    expect(await standing()).toEqual({ current: rate, waiting: null, refused: null })
  })

  test('an exchange rate with a later date replaces the previous rate, in any order of entry', async () => {
    await enter('26.00', { asOf: ago(1) })
    expect(await enter('26.10', { asOf: ago(2) })).toMatchObject({ state: 'past', changePercent: null })
    expect(await charged()).toBe(scaledRate('26'))
    expect(await enter('26.20', { asOf: ago(0) })).toMatchObject({ state: 'current', changePercent: 0.77 })
    expect((await list()).map(({ zwgPerUsd, state }) => `${zwgPerUsd} ${state}`)).toEqual([
      '26.2000 current',
      '26.0000 past',
      '26.1000 past',
    ])
  })

  test('an exchange rate with the same date replaces the previous rate', async () => {
    const asOf = ago(1)
    await enter('26', { asOf })
    await enter('26.5', { asOf })
    expect(await charged()).toBe(scaledRate('26.5'))
  })

  test(`an exchange rate that is older than ${RATE_DAYS} days is stale`, async () => {
    await enter('26', { asOf: ago(RATE_DAYS * 24 - 0.1) })
    expect(await charged()).toBe(scaledRate('26'))
    await app.services.database.pool.query(`update exchange_rates set as_of = as_of - interval '12 minutes'`)
    expect(await current()).toEqual({ state: 'stale' })
    expect(await standing()).toMatchObject({ current: { state: 'stale' }, refused: 'stale_rate' })
    await enter('26.1', { asOf: ago(1) })
    expect(await charged()).toBe(scaledRate('26.1'))
  })

  test('an exchange rate becomes stale as time passes', async () => {
    const { asOf } = await enter('26')
    let now = new Date(Date.parse(asOf) + RATE_DAYS * 24 * HOUR)
    const later = ratesAt(() => now)
    expect(await later.current()).toMatchObject({ state: 'current' })
    expect(await later.standing()).toMatchObject({ refused: 'no_gateway' })
    now = new Date(now.getTime() + 1)
    expect(await later.current()).toEqual({ state: 'stale' })
  })

  test.each([
    ['nothing', {}, ['zwgPerUsd', 'source', 'asOf']],
    ['words', fields('a lot'), ['zwgPerUsd']],
    ['nothing for a dollar', fields('0.000'), ['zwgPerUsd']],
    ['dollars for one ZWG', fields('0.0374'), ['zwgPerUsd']],
    ['a negative rate', fields('-26'), ['zwgPerUsd']],
    ['seven decimals', fields('26.1234567'), ['zwgPerUsd']],
    ['a power of ten', fields('1e3'), ['zwgPerUsd']],
    ['a day to come', fields('26', { asOf: ago(-1) }), ['asOf']],
    ['a day before the currency was', fields('26', { asOf: '2024-06-24T21:59:59Z' }), ['asOf']],
    ['no day', fields('26', { asOf: '2026-02-30T00:00:00Z' }), ['asOf']],
    ['no source', fields('26', { source: ' ' }), ['source']],
    ['a margin below nothing', fields('26', { marginBasisPoints: -1 }), ['marginBasisPoints']],
    ['a margin above a fifth', fields('26', { marginBasisPoints: 2001 }), ['marginBasisPoints']],
  ])('an exchange rate with %s is refused', async (_what, payload, wrong) => {
    const response = await send(payload)
    expect(response.statusCode).toBe(400)
    expect([...new Set(response.json<Problem>().errors?.map(({ field }) => field))]).toEqual(wrong)
    expect(await list()).toEqual([])
  })

  test('an exchange rate is accepted from the day on which the currency was introduced', async () => {
    expect((await send(fields('13.7', { asOf: '2024-06-24T22:00:00Z' }))).statusCode).toBe(201)
  })

  test('an exchange rate may be up to five minutes in the future, to allow for clock differences', async () => {
    await enter('26', { asOf: ago(-4 / 60) })
    expect((await send(fields('26', { asOf: ago(-6 / 60) }))).statusCode).toBe(400)
  })
})

describe('a large change', () => {
  test.each([
    ['25', '26.25', 'current'],
    ['25', '26.250001', 'waiting'],
    ['25', '23.75', 'current'],
    ['25', '23.749999', 'waiting'],
  ])('a change of the exchange rate from %s to %s makes the new rate %s', async (from, to, state) => {
    await enter(from, { asOf: ago(2) })
    expect(await enter(to)).toMatchObject({ state })
    expect(await charged()).toBe(scaledRate(state === 'current' ? to : from))
  })

  test('a large change of the margin needs confirmation like a large change of the rate', async () => {
    await enter('25', { asOf: ago(2) })
    expect(await enter('25', { marginBasisPoints: 600 })).toMatchObject({ state: 'waiting', changePercent: 6 })
  })

  test('a large change of the rate takes effect once it is confirmed, and a second confirmation changes nothing', async () => {
    await enter('25', { asOf: ago(2) })
    const waiting = await enter('30')
    expect(await standing()).toMatchObject({ current: { zwgPerUsd: '25.0000' }, waiting: { id: waiting.id, changePercent: 20 } })
    for (const _time of [1, 2]) {
      const response = await confirm(waiting.id)
      expect(response.statusCode).toBe(200)
      expect(response.json()).toMatchObject({ id: waiting.id, state: 'current' })
    }
    expect(await charged()).toBe(scaledRate('30'))
    expect((await standing()).waiting).toBeNull()
  })

  test('a large change of the rate can no longer be confirmed once a newer rate is in effect', async () => {
    await enter('25', { asOf: ago(3) })
    const mistyped = await enter('250', { asOf: ago(2) })
    await enter('25.1', { asOf: ago(1) })
    expect(await standing()).toMatchObject({ waiting: null })
    expect((await list()).map(({ state }) => state)).toEqual(['current', 'past', 'past'])
    const response = await confirm(mistyped.id)
    expect(response.statusCode).toBe(409)
    expect(await charged()).toBe(scaledRate('25.1'))
  })

  test('a change of the rate is measured against the current rate, not against an unconfirmed rate', async () => {
    await enter('25', { asOf: ago(4) })
    await enter('30', { asOf: ago(3) })
    expect(await enter('30.1', { asOf: ago(2) })).toMatchObject({ state: 'waiting' })
    expect(await enter('25.2', { asOf: ago(1) })).toMatchObject({ state: 'current', changePercent: 0.8 })
  })

  test('a large change in a rate that is not the newest needs no confirmation and has no effect', async () => {
    await enter('25', { asOf: ago(1) })
    expect(await enter('10', { asOf: ago(9) })).toMatchObject({ state: 'past' })
  })

  test('a large change between two concurrently entered rates is detected', async () => {
    await Promise.all([send(fields('25', { asOf: ago(2) })), send(fields('30', { asOf: ago(1) }))])
    expect((await list()).filter(({ state }) => state === 'waiting').length + ((await charged()) === scaledRate('30') ? 1 : 0)).toBe(1)
  })

  test('confirming an unknown rate is refused', async () => {
    expect((await confirm('01890000-0000-7000-8000-000000000000')).statusCode).toBe(404)
  })
})

describe('tables of exchange rates', () => {
  test('a table of rates is imported oldest first, and a second import adds nothing', async () => {
    const csv = `\ufeffDate,Rate,Source\r\n${day(1)},26.2,Reserve Bank\r\n${day(3)},26,"Reserve Bank, Harare"\r\n\r\n${day(2)},26.1,Reserve Bank\r\n`
    const response = await importTable(csv, { marginBasisPoints: 100 })
    expect(response.json<RatesImported>()).toEqual({ added: 3, known: 0, waiting: 0 })
    expect((await importTable(csv, { marginBasisPoints: 100 })).json<RatesImported>()).toEqual({ added: 0, known: 3, waiting: 0 })
    expect((await list()).map(({ asOf, zwgPerUsd, state }) => `${asOf} ${zwgPerUsd} ${state}`)).toEqual([
      `${firstMoment(day(1))} 26.2000 current`,
      `${firstMoment(day(2))} 26.1000 past`,
      `${firstMoment(day(3))} 26.0000 past`,
    ])
    expect(await charged()).toBe(scaledRate('26.462'))
  })

  test('a table may contain the rate of a day once the day begins in the shop’s time zone, but not ten minutes earlier', async () => {
    const table = { csv: '2026-11-21,26.2,Reserve Bank', marginBasisPoints: 0 }
    const [before, after] = [new Date('2026-11-20T21:50:00Z'), new Date('2026-11-20T22:00:00Z')]
    await expect(ratesAt(() => before).importTable(table)).rejects.toMatchObject({
      errors: [{ field: 'csv', message: 'Row 1: The day is in the future.' }],
    })
    expect(await ratesAt(() => after).importTable(table)).toMatchObject({ added: 1 })
    expect(await ratesAt(() => after).importTable(table)).toMatchObject({ known: 1 })
  })

  test.each(['2026-02-31', '2026-13-01', '2026-11'])('a table of rates with the day %s is refused', async (wrong) => {
    expect((await importTable(`${wrong},26.2,Reserve Bank`)).json<Problem>().errors).toEqual([
      { field: 'csv', message: 'Row 1: Enter the day of the rate.' },
    ])
  })

  test('a table of rates may use semicolons with decimal commas, or tabs, and needs no header row', async () => {
    expect((await importTable(`${day(2)};26,1;Reserve Bank`)).json()).toMatchObject({ added: 1 })
    expect((await importTable(`${day(1)}\t26.2\tReserve Bank`)).json()).toMatchObject({ added: 1 })
    expect(await charged()).toBe(scaledRate('26.2'))
  })

  test('the rates of a table from the first large change on need confirmation, and confirming the newest of them is enough', async () => {
    const csv = [`${day(4)},25,Bank`, `${day(3)},30,Bank`, `${day(2)},30.2,Bank`, `${day(1)},30.4,Bank`].join('\n')
    expect((await importTable(csv)).json<RatesImported>()).toEqual({ added: 4, known: 0, waiting: 3 })
    expect(await charged()).toBe('stale')
    await confirm((await standing()).waiting?.id ?? '')
    expect(await charged()).toBe(scaledRate('30.4'))
    expect(await standing()).toMatchObject({ waiting: null })
  })

  test('a table of rates with invalid rows is refused as a whole, and every invalid row is reported', async () => {
    const csv = `date,rate,source\n${day(1)},26.2,Bank\nyesterday,26,Bank\n${day(1)},much,\n2999-01-01,26,Bank\n`
    const response = await importTable(csv)
    expect(response.statusCode).toBe(400)
    expect(response.json<Problem>().errors).toEqual([
      { field: 'csv', message: 'Row 3: Enter the day of the rate.' },
      { field: 'csv', message: expect.stringMatching(/^Row 4: Enter the rate as a number.* Enter the source of the rate\.$/) },
      { field: 'csv', message: 'Row 5: The day is in the future.' },
    ])
    expect(await list()).toEqual([])
  })

  test('importing a table reports at most twenty invalid rows and the number of further invalid rows', async () => {
    const errors = (await importTable('x,y,z\n'.repeat(1000))).json<Problem>().errors ?? []
    expect(errors).toHaveLength(21)
    expect(errors.at(-1)?.message).toBe('980 more rows are invalid.')
  })

  test.each([
    ['nothing', ''],
    ['only names', 'date,rate,source\n'],
    ['an open quote', '"2026-01-01,26,Bank'],
    ['one column', '2026-01-01\n'],
    ['a NUL', '2026-01-01,26,B\0k'],
  ])('containing %s is refused', async (_what, csv) => {
    const response = await importTable(csv)
    expect(response.statusCode).toBe(400)
    expect(response.json<Problem>().errors?.map(({ field }) => field)).toEqual(['csv'])
  })

  test('a table of rates may span several years', async () => {
    const start = Date.parse('2024-07-01')
    const rows = Array.from({ length: 800 }, (_, at) => `${new Date(start + at * 24 * HOUR).toISOString().slice(0, 10)},26.${at},Bank`)
    const past = rows.filter((row) => row.slice(0, 10) < day(0))
    expect((await importTable(past.join('\n'))).json()).toMatchObject({ added: past.length })
  })
})

describe('list of exchange rates', () => {
  test('the list of exchange rates is paginated without missing or repeated rates', async () => {
    const asOf = ago(5)
    for (let at = 0; at < 7; at++) await enter(`26.${at}`, { asOf: at % 2 ? asOf : ago(at) })
    const seen: string[] = []
    let address: string | undefined = '/api/rates?limit=2'
    while (address) {
      const page = await app.get(address, app.bearer)
      expect(page.headers['x-total-count']).toBe('7')
      seen.push(...page.json<Rate[]>().map(({ id }) => id))
      address = /<([^>]+)>/.exec(String(page.headers.link ?? ''))?.[1]
    }
    expect(seen).toEqual((await list()).map(({ id }) => id))
    expect(new Set(seen).size).toBe(7)
  })

  test('the list of exchange rates refuses an invalid cursor', async () => {
    expect((await app.get('/api/rates?cursor=0.01890000-0000-7000-8000-000000000000', app.bearer)).statusCode).toBe(400)
  })
})

test('added, confirmed and imported rates appear in the audit log', async () => {
  await enter('25', { asOf: '2026-01-05T10:00:00Z', marginBasisPoints: 50 })
  const { id } = await enter('30', { asOf: '2026-01-06T10:00:00Z' })
  await confirm(id)
  await importTable('2026-01-01,24,Bank\n2026-01-02,24.5,Bank')
  const entries = (await app.get('/api/audit?noun=rate&limit=4', app.bearer)).json<AuditEntry[]>()
  expect(entries.map(({ verb, subject, admin }) => `${admin?.name} ${verb} ${subject.name}`)).toEqual([
    'Ada Admin added a table with 2 exchange rates of 2026-01-01 to 2026-01-02',
    'Ada Admin changed 30.0000 of 2026-01-06',
    'Ada Admin added 30.0000 of 2026-01-06',
    'Ada Admin added 25.0000 plus 0.5% of 2026-01-05',
  ])
})
