import { createHash, randomBytes } from 'node:crypto'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Problem } from '#contracts/common/problem.ts'
import type { Purchase } from '#contracts/shop/purchase.ts'
import { DEFAULT_PALETTE } from '#contracts/site/palette.ts'
import { createApp } from '#server/boot/app.ts'
import { createEmailCodes } from '#server/platform/email-codes/email-codes.ts'
import type { App } from '#server/platform/http/server.ts'
import { openMail } from '#server/platform/mail/open-mail.ts'
import { createRateLimits } from '#server/platform/rate-limits/rate-limits.store.ts'
import { lastingHeaders } from '#tests/support/lasting-headers.ts'
import { shopTime } from '#tests/support/shop-time.ts'
import { openSmtpServer, type SmtpServer } from '#tests/support/smtp-server.ts'
import { openTestServices } from '#tests/support/test-services.ts'
import { purchaseRoutes } from './purchases.routes.ts'
import { purchaseCodes } from './purchases.schema.ts'
import { createPurchaseService, type OwnedItems, type PurchaseService } from './purchases.service.ts'

const RUDO = 'rudo@example.com'
const STRANGER = 'nobody@example.com'
const WRONG = { field: 'code', message: 'This code is wrong or has expired. Request a new one.' }

let services: Awaited<ReturnType<typeof openTestServices>>
let server: SmtpServer
let app: App
let purchases: PurchaseService
let time: Date
/** Number of emails that are not yet sent although the response to their request was sent */
let unsent = 0
const logLines: string[] = []

/** Stand-in for the orders feature, with Rudo's book as the only purchase. */
const owners = new Set<string>()
let lookingUp: Promise<void> | undefined
const PURCHASE: Purchase = {
  orderId: 'o1',
  product: { kind: 'book', id: 'b1', title: 'Sow in Season' },
  boughtAt: '2026-11-20T10:00:00.000Z',
  receiptNumber: 7,
  available: true,
  refundedAt: null,
}
const ownedItems: OwnedItems = {
  isKnown: async (email) => {
    await lookingUp
    return email === RUDO
  },
  claim: async (email, clientId) => void (email === RUDO && owners.add(clientId)),
  list: async (clientId) => (owners.has(clientId) ? [PURCHASE] : []),
  listOpen: async () => [],
}

beforeAll(async () => {
  services = await openTestServices({ DATABASE_POOL: '10' })
  server = await openSmtpServer()
  const { orm } = services.database
  const service = createPurchaseService({
    codes: createEmailCodes({ orm, table: purchaseCodes, purpose: 'code', rateLimits: createRateLimits(orm), now: () => time }),
    ownedItems,
    mail: openMail({
      smtpUrl: `smtp://127.0.0.1:${server.port}`,
      from: () => ({ name: 'Lectern', address: 'hello@lectern.example' }),
      folder: '',
    }),
    brand: () => ({ name: 'Lectern', colors: DEFAULT_PALETTE }),
    shopTime,
  })
  purchases = {
    ...service,
    requestCode: async (...request) => {
      const send = await service.requestCode(...request)
      unsent += 1
      return () =>
        send().finally(() => {
          unsent -= 1
        })
    },
  }
  const config = { ...services.config, logLevel: 'trace' as const }
  app = await createApp(
    { ...services, config, features: [{ publicRoutes: [purchaseRoutes({ purchases })] }] },
    { logStream: { write: (line) => logLines.push(line) } },
  )
})
afterAll(async () => {
  await app.close()
  await server.close()
  await services.close()
})
// Emails of this test must be sent before the next test counts emails.
afterEach(() => expect.poll(() => unsent).toBe(0))
beforeEach(async () => {
  time = new Date('2026-11-20T10:00:00Z')
  server.mails.length = 0
  owners.clear()
  for (const name of Object.keys(server.refusals)) delete server.refusals[name]
  await services.database.pool.query('truncate purchase_codes, tries')
})

const newClient = () => randomBytes(24).toString('base64url')
let addresses = 0
const newAddress = () => `10.3.${(addresses >> 8) & 255}.${addresses++ & 255}`

const ask = (email: string, clientId: string, remoteAddress = newAddress()) =>
  app.inject({ method: 'POST', url: '/api/purchases/codes', payload: { email, clientId }, remoteAddress })
const claim = (email: string, clientId: string, code: string) =>
  app.inject({ method: 'POST', url: '/api/purchases', payload: { email, clientId, code } })
const list = (clientId: string) => app.inject({ method: 'GET', url: '/api/purchases', headers: { 'client-id': clientId } })

/** Requests a code for Rudo and returns the code from the email. */
async function codeFor(clientId: string): Promise<string> {
  const before = server.mails.length
  const response = await ask(RUDO, clientId)
  expect(response.statusCode, response.body).toBe(204)
  await expect.poll(() => server.mails.length).toBe(before + 1)
  return /^Subject: (\d{8}) /m.exec(server.mails.at(-1)?.content ?? '')?.[1] ?? ''
}
const other = (code: string) => String((Number(code) + 1) % 100_000_000).padStart(8, '0')

const refusal = (response: Awaited<ReturnType<typeof claim>>) => {
  const { requestId: _, ...problem } = response.json<Problem>()
  return { status: response.statusCode, problem }
}
const WRONG_CODE = {
  status: 400,
  problem: {
    type: 'about:blank',
    title: 'Some fields are invalid',
    status: 400,
    instance: '/api/purchases',
    code: 'invalid_request',
    errors: [WRONG],
  },
}

describe('a purchase code', () => {
  test('a purchase code is sent by email, also in the subject, and gives the browser access to the purchases', async () => {
    const client = newClient()
    expect((await list(client)).json()).toEqual({ purchases: [], open: [] })
    const code = await codeFor(client)
    expect(server.mails[0]?.to).toEqual([RUDO])
    expect(server.mails[0]?.content).toContain(code)
    // Email content is quoted-printable, which may break lines anywhere. 10:00 UTC is noon in Harare.
    expect(server.mails[0]?.content.replace(/=\r\n/g, '')).toContain('It works once, for 10 minutes, until 12:10 (Harare time)')
    expect(server.mails[0]?.content).toContain('Did you not request this code?')
    const response = await claim(' Rudo@Example.com ', client, `${code.slice(0, 4)} ${code.slice(4)}`)
    expect([response.statusCode, response.json()]).toEqual([200, { purchases: [PURCHASE] }])
    expect((await list(client)).json()).toEqual({ purchases: [PURCHASE], open: [] })
  })

  test('a purchase code still works after four wrong codes, which are refused', async () => {
    const client = newClient()
    const code = await codeFor(client)
    for (let count = 0; count < 4; count++) expect(refusal(await claim(RUDO, client, other(code)))).toEqual(WRONG_CODE)
    expect((await claim(RUDO, client, code)).statusCode).toBe(200)
  })

  test('a purchase code is invalid after five wrong attempts', async () => {
    const client = newClient()
    const code = await codeFor(client)
    for (let count = 0; count < 5; count++) await claim(RUDO, client, other(code))
    expect(refusal(await claim(RUDO, client, code))).toEqual(WRONG_CODE)
    expect(owners.size).toBe(0)
    const next = await codeFor(client)
    expect((await claim(RUDO, client, next)).statusCode).toBe(200)
  })

  test('a purchase code is invalid after twenty concurrent wrong attempts, of which five count', async () => {
    const client = newClient()
    const code = await codeFor(client)
    const guesses = await Promise.all(Array.from({ length: 20 }, () => claim(RUDO, client, other(code))))
    for (const guess of guesses) expect(refusal(guess)).toEqual(WRONG_CODE)
    const { rows } = await services.database.pool.query('select tries from purchase_codes')
    expect(rows).toEqual([{ tries: 5 }])
    expect(refusal(await claim(RUDO, client, code))).toEqual(WRONG_CODE)
  })

  test('a purchase code works once, even in twenty concurrent requests', async () => {
    const client = newClient()
    const code = await codeFor(client)
    const claims = await Promise.all(Array.from({ length: 20 }, () => claim(RUDO, client, code)))
    expect(claims.filter(({ statusCode }) => statusCode === 200)).toHaveLength(1)
    expect(refusal(await claim(RUDO, client, code))).toEqual(WRONG_CODE)
  })

  test('a purchase code works for ten minutes', async () => {
    const [first, second] = [newClient(), newClient()]
    const [early, late] = [await codeFor(first), await codeFor(second)]
    time = new Date('2026-11-20T10:09:59Z')
    expect((await claim(RUDO, first, early)).statusCode).toBe(200)
    time = new Date('2026-11-20T10:10:00Z')
    expect(refusal(await claim(RUDO, second, late))).toEqual(WRONG_CODE)
  })

  test('a purchase code works only in the browser that requested the code, and only for its email address', async () => {
    const [mine, theirs] = [newClient(), newClient()]
    const code = await codeFor(mine)
    await ask(RUDO, theirs)
    await ask(STRANGER, mine)
    expect(refusal(await claim(RUDO, theirs, code))).toEqual(WRONG_CODE)
    expect(refusal(await claim(RUDO, newClient(), code))).toEqual(WRONG_CODE)
    expect(refusal(await claim(STRANGER, mine, code))).toEqual(WRONG_CODE)
    expect((await claim(RUDO, mine, code)).statusCode).toBe(200)
  })

  test('a purchase code works alongside the next code until it expires, and each code works once', async () => {
    const client = newClient()
    const first = await codeFor(client)
    time = new Date('2026-11-20T10:06:00Z')
    const second = await codeFor(client)
    expect((await claim(RUDO, client, first)).statusCode).toBe(200)
    expect(refusal(await claim(RUDO, client, first))).toEqual(WRONG_CODE)
    time = new Date('2026-11-20T10:10:00Z')
    expect((await claim(RUDO, client, second)).statusCode).toBe(200)
    expect(refusal(await claim(RUDO, client, second))).toEqual(WRONG_CODE)

    const early = await codeFor(client)
    time = new Date('2026-11-20T10:16:00Z')
    const late = await codeFor(client)
    time = new Date('2026-11-20T10:20:00Z')
    expect(refusal(await claim(RUDO, client, early))).toEqual(WRONG_CODE)
    expect((await claim(RUDO, client, late)).statusCode).toBe(200)
  })

  test('a purchase code is invalid once two newer codes were requested', async () => {
    const client = newClient()
    const codes: string[] = []
    for (const minute of ['00', '01', '02']) {
      time = new Date(`2026-11-20T10:${minute}:00Z`)
      codes.push(await codeFor(client))
    }
    const [first = '', second = '', third = ''] = codes
    expect(refusal(await claim(RUDO, client, first))).toEqual(WRONG_CODE)
    for (const code of [second, third]) expect((await claim(RUDO, client, code)).statusCode).toBe(200)
  })

  test('a purchase code is no easier to guess alongside another code: each wrong attempt counts for both, even with twenty concurrent attempts', async () => {
    const client = newClient()
    const [first, second] = [await codeFor(client), await codeFor(client)]
    const wrong = ['00000000', '00000001', '00000002'].find((code) => code !== first && code !== second) ?? ''
    const guesses = await Promise.all(Array.from({ length: 20 }, () => claim(RUDO, client, wrong)))
    for (const guess of guesses) expect(refusal(guess)).toEqual(WRONG_CODE)
    const { rows } = await services.database.pool.query('select tries from purchase_codes')
    expect(rows).toEqual([{ tries: 5 }, { tries: 5 }])
    for (const code of [first, second]) expect(refusal(await claim(RUDO, client, code))).toEqual(WRONG_CODE)
  })

  test.each(['123456', '1234567', '123456789', 'abcdefgh', ''])(
    'a malformed purchase code (%j) is refused with a message about its format',
    async (code) => {
      const response = await claim(RUDO, newClient(), code)
      expect(response.json()).toMatchObject({ status: 400, errors: [{ field: 'code', message: 'Enter the eight digits of the code.' }] })
    },
  )

  test('a purchase code is stored only as a salted digest, and deleted after it has expired', async () => {
    const client = newClient()
    const code = await codeFor(client)
    const stored = async () => (await services.database.pool.query('select * from purchase_codes')).rows
    const row = JSON.stringify(await stored())
    for (const secret of [code, client, createHash('sha256').update(code).digest('base64url')]) expect(row).not.toContain(secret)
    time = new Date('2026-11-20T10:11:00Z')
    await purchases.purge()
    expect(await stored()).toEqual([])
  })
})

describe('secrecy of purchases', () => {
  const seen = ({ statusCode, body, headers }: Awaited<ReturnType<typeof ask>>) => ({
    statusCode,
    body,
    headers: lastingHeaders(headers),
  })

  test('requesting a code does not reveal whether an email address has purchases', async () => {
    const [known, unknown] = [await ask(RUDO, newClient()), await ask(STRANGER, newClient())]
    expect(seen(unknown)).toEqual(seen(known))
    expect(known.headers['cache-control']).toBe('no-store')
    await expect.poll(() => server.mails.map(({ to }) => to)).toEqual([[RUDO]])
    const { rows } = await services.database.pool.query('select email, tries from purchase_codes order by email')
    expect(rows).toEqual([
      { email: STRANGER, tries: 0 },
      { email: RUDO, tries: 0 },
    ])
  })

  test('the purchases of an email address are looked up only after the response was sent', async () => {
    const { promise, resolve } = Promise.withResolvers<void>()
    lookingUp = promise
    expect((await ask(RUDO, newClient())).statusCode).toBe(204)
    expect(server.mails).toEqual([])
    lookingUp = undefined
    resolve()
    await expect.poll(() => server.mails.length).toBe(1)
  })

  test('a failed email does not reveal whether an email address has purchases', async () => {
    server.refusals.MAIL = '451 not now'
    const [known, unknown] = [await ask(RUDO, newClient()), await ask(STRANGER, newClient())]
    expect(seen(unknown)).toEqual(seen(known))
    await expect.poll(() => logLines.some((line) => line.includes('the email with a code could not be sent'))).toBe(true)
  })

  test('entering a code, requested or not, does not reveal whether an email address has purchases', async () => {
    const [known, unknown] = [newClient(), newClient()]
    await ask(RUDO, known)
    await ask(STRANGER, unknown)
    const answers = [
      await claim(RUDO, known, '00000000'),
      await claim(STRANGER, unknown, '00000000'),
      await claim(STRANGER, newClient(), '0'.repeat(8)),
    ]
    // The guessed codes are assumed to be wrong: a guess is correct with a probability of about one in a hundred million.
    for (const answer of answers) expect(refusal(answer)).toEqual(WRONG_CODE)
    expect(answers[0]?.headers['cache-control']).toBe('no-store')
  })

  test('exceeding the rate limit does not reveal whether an email address has purchases', async () => {
    const headers = []
    for (const email of [RUDO, STRANGER]) {
      const clientId = newClient()
      for (let count = 0; count < 5; count++) expect((await ask(email, clientId)).statusCode).toBe(204)
      const refused = await ask(email.toUpperCase(), clientId)
      expect(refused.statusCode).toBe(429)
      expect(refused.json()).toMatchObject({ code: 'too_many_requests', errors: [{ field: 'code' }] })
      // The seconds depend on the time that the requests took.
      const { 'retry-after': seconds, ...others } = seen(refused).headers
      expect(Number(seconds)).toBeGreaterThan(0)
      headers.push(others)
    }
    expect(headers[0]).toEqual(headers[1])
  })
})

describe('rate limits for purchase codes', () => {
  const status = async (...request: Parameters<typeof ask>) => (await ask(...request)).statusCode

  test('300 requests for purchase codes an hour are allowed from one IP address, and refused requests do not count', async () => {
    for (let count = 0; count < 300; count++) expect(await status(`p${count}@example.com`, newClient(), '10.9.9.9')).toBe(204)
    for (let count = 0; count < 5; count++) {
      const refused = await ask(RUDO, newClient(), '10.9.9.9')
      expect(refused.statusCode).toBe(429)
      // The response has no error for the field `code`, because this browser has not received a code.
      expect(refused.json<Problem>().errors).toBeUndefined()
    }
    expect(await status(RUDO, newClient(), '10.9.9.8')).toBe(204)
    const { rows } = await services.database.pool.query('select count(distinct id)::int as counted from tries')
    expect(rows).toEqual([{ counted: 301 }])
  })

  test('ten requests for codes for one email address are allowed from one IPv6 /48 prefix', async () => {
    const from = (at: number) => `2001:db8:5:5:${at.toString(16)}::1`
    for (let at = 0; at < 10; at++) expect(await status(RUDO, newClient(), from(at))).toBe(204)
    expect(await status(RUDO, newClient(), from(60))).toBe(429)
    expect(await status(RUDO, newClient(), '2001:db8:5:6::1')).toBe(429)
    expect(await status(RUDO, newClient(), '2001:db8:6:5::1')).toBe(204)
  })

  test('five of twenty concurrent requests for purchase codes by one browser are allowed', async () => {
    const clientId = newClient()
    const answers = await Promise.all(Array.from({ length: 20 }, () => ask(RUDO, clientId)))
    expect(answers.filter(({ statusCode }) => statusCode === 204)).toHaveLength(5)
  })

  const fill = (key: string, count: number) =>
    services.database.pool.query(
      `insert into tries (id, key, expires_at) select gen_random_uuid(), $1, now() + interval '1 day' from generate_series(1, $2)`,
      [key, count],
    )
  const mailbox = `code for ${createHash('sha256').update(RUDO).digest('base64url')}`

  test('the owner of an email address can request a working code while many networks request and guess codes for the address', async () => {
    await fill(mailbox, 40)
    const lines = Array.from({ length: 10 }, (_, at) => `10.9.1.${at}`)
    const attack = async (line: string): Promise<number> => {
      const clientId = newClient()
      if ((await status(RUDO, clientId, line)) !== 204) return 0
      const guesses = await Promise.all(Array.from({ length: 7 }, (_, at) => claim(RUDO, clientId, `0000000${at}`)))
      for (const guess of guesses) expect(refusal(guess)).toEqual(WRONG_CODE)
      return 1
    }
    const answers: number[] = []
    for (let round = 0; round < 3; round++) answers.push(...(await Promise.all(lines.map(attack))))
    expect(answers.filter((codes) => codes === 1)).toHaveLength(2 * lines.length)
    const { rows } = await services.database.pool.query('select sum(tries)::int as guesses from purchase_codes')
    expect(rows).toEqual([{ guesses: 5 * 2 * lines.length }])

    await expect.poll(() => server.mails.length).toBe(2 * lines.length)
    const client = newClient()
    expect((await claim(RUDO, client, await codeFor(client))).statusCode).toBe(200)
    // A network that has used up its reserved requests for this email address may request codes again after a day, not after an hour.
    const wait = (hours: number) => services.database.pool.query('update tries set at = at - make_interval(hours => $1)', [hours])
    await wait(1)
    expect(await status(RUDO, newClient(), lines[0])).toBe(429)
    await wait(23)
    expect(await status(RUDO, newClient(), lines[0])).toBe(204)
  })

  test('requests for codes for one mailbox are limited across all networks', async () => {
    await fill(mailbox, 40)
    await fill(`${mailbox} reserved`, 999)
    expect(await status(RUDO, newClient())).toBe(204)
    expect(await status(RUDO, newClient())).toBe(429)
  })

  test('requests for purchase codes are allowed again after an hour, and refused requests do not count', async () => {
    const clientId = newClient()
    for (let count = 0; count < 7; count++) await ask(RUDO, clientId)
    await services.database.pool.query(`update tries set at = at - interval '1 hour'`)
    for (let count = 0; count < 5; count++) expect(await status(RUDO, clientId)).toBe(204)
  })
})

test('the list of purchases requires a client id and is never cached', async () => {
  expect((await app.inject({ method: 'GET', url: '/api/purchases' })).statusCode).toBe(400)
  expect((await list('short')).statusCode).toBe(400)
  expect((await list(newClient())).headers['cache-control']).toBe('no-store')
})

test('the log never contains a code, an email address or a client id', async () => {
  const client = newClient()
  const code = await codeFor(client)
  await claim(RUDO, client, other(code))
  await claim(RUDO, client, code)
  server.refusals.RCPT = `550 no ${RUDO} here`
  await ask(RUDO, client)
  await expect.poll(() => logLines.some((line) => line.includes('EENVELOPE'))).toBe(true)
  expect(logLines.length).toBeGreaterThan(10)
  const log = logLines.join('')
  for (const secret of [code, client, 'rudo', 'nobody@']) expect(log).not.toContain(secret)
})
