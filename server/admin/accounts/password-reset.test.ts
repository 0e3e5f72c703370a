import { randomBytes, randomUUID } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, onTestFinished, test } from 'vitest'
import type { Admin, LoginResponse } from '#contracts/admin/admin.ts'
import type { AuditEntry } from '#contracts/admin/audit.ts'
import type { Problem } from '#contracts/common/problem.ts'
import { lastingHeaders } from '#tests/support/lasting-headers.ts'
import { openSmtpServer, type SmtpServer } from '#tests/support/smtp-server.ts'
import { storeBook } from '#tests/support/stored-items.ts'
import { openTestApp, type TestApp } from '#tests/support/test-app.ts'

const OLD = 'a long enough password'
const NEW = 'rains of another March'
const STRANGER = 'nobody@example.com'
const WRONG_CODE = {
  status: 400,
  errors: [{ field: 'code', message: 'This code is wrong or has expired. Request a new one.' }],
}

let server: SmtpServer
let app: TestApp
let time: Date
beforeAll(async () => {
  server = await openSmtpServer()
  const mail = { SMTP_URL: `smtp://127.0.0.1:${server.port}`, MAIL_FROM: 'Lectern <hello@lectern.example>' }
  app = await openTestApp({ ...mail, LOG_LEVEL: 'trace', DATABASE_POOL: '10' }, { now: () => time })
})
afterAll(async () => {
  await app.close()
  await server.close()
})
beforeEach(async () => {
  time = new Date('2026-11-20T10:00:00Z')
  server.mails.length = 0
  for (const name of Object.keys(server.refusals)) delete server.refusals[name]
  await app.services.database.pool.query('truncate password_codes, purchase_codes, tries')
})

const newClient = () => randomBytes(24).toString('base64url')
let addresses = 0
const newAddress = () => `10.4.${(addresses >> 8) & 255}.${addresses++ & 255}`
const post = (url: string, payload: object, remoteAddress = newAddress()) =>
  app.app.inject({ method: 'POST', url: `/api/${url}`, payload, remoteAddress })

const addAdmin = (): Promise<Admin> =>
  app.services.admin.admins.add({ firstname: 'Ben', lastname: 'Banda', email: `Ben-${randomUUID()}@lectern.example`, password: OLD })
const ask = (email: string, clientId: string, address?: string) => post('password-reset/codes', { email, clientId }, address)
const reset = (email: string, clientId: string, code: string, password = NEW) => post('password-reset', { email, clientId, code, password })

async function signIn({ email }: Admin, password: string) {
  const response = await post('login', { email, password })
  const bearer = { authorization: `Bearer ${response.statusCode === 200 ? response.json<LoginResponse>().token : ''}` }
  return { status: response.statusCode, bearer, works: async () => (await app.get('/api/admins', bearer)).statusCode === 200 }
}

/** Returns the emails to an address. An email requested by an earlier test may arrive late. */
const mailsTo = (email: string) => server.mails.filter(({ to }) => to.join().toLowerCase() === email.toLowerCase())

/** Waits for a new email to the address and returns the code in the email. */
async function codeOf(email: string, sent: () => ReturnType<typeof ask>): Promise<string> {
  const before = mailsTo(email).length
  const response = await sent()
  expect(response.statusCode, response.body).toBe(204)
  await expect.poll(() => mailsTo(email).length).toBe(before + 1)
  return /^Subject: (\d{8}) /m.exec(mailsTo(email).at(-1)?.content ?? '')?.[1] ?? ''
}
const codeFor = ({ email }: Admin, clientId: string) => codeOf(email, () => ask(email, clientId))
const other = (code: string) => String((Number(code) + 1) % 100_000_000).padStart(8, '0')

const refusal = (response: Awaited<ReturnType<typeof ask>>) => {
  const { status, errors } = response.json<Problem>()
  return { status, errors }
}

describe('a password code', () => {
  test('a password code is emailed and sets a new password; the old password and all sessions stop working', async () => {
    const admin = await addAdmin()
    const [desk, phone] = [await signIn(admin, OLD), await signIn(admin, OLD)]
    const client = newClient()
    const code = await codeFor(admin, client)
    const [mail] = mailsTo(admin.email)
    expect(mail?.to).toEqual([admin.email])
    const content = mail?.content.replace(/=\r\n/g, '') ?? ''
    for (const words of [code, 'until 12:10 (Harare time)', 'Did you not request this code?']) expect(content).toContain(words)

    const response = await reset(` ${admin.email.toUpperCase()} `, client, `${code.slice(0, 4)} ${code.slice(4)}`)
    expect([response.statusCode, response.body, response.headers['cache-control']]).toEqual([204, '', 'no-store'])
    expect([await desk.works(), await phone.works()]).toEqual([false, false])
    expect((await signIn(admin, OLD)).status).toBe(401)
    expect(await (await signIn(admin, NEW)).works()).toBe(true)
    expect((await app.get('/api/sessions', app.bearer)).statusCode, 'those of others go on').toBe(200)
  })

  test('a password reset is recorded in the audit log with the IP address and without a name', async () => {
    const admin = await addAdmin()
    const client = newClient()
    await reset(admin.email, client, await codeFor(admin, client))
    const [entry] = (await app.get('/api/audit?noun=account&limit=1', app.bearer)).json<AuditEntry[]>()
    expect(entry).toMatchObject({
      admin: null,
      address: expect.stringMatching(/^10\.4\./),
      verb: 'changed',
      subject: { id: admin.id, name: 'Ben Banda' },
      changes: [{ field: 'forgottenPassword' }],
    })
  })

  test('a wrong password code is refused; after five attempts the right code is refused too', async () => {
    const admin = await addAdmin()
    const client = newClient()
    const code = await codeFor(admin, client)
    for (let count = 0; count < 5; count++) expect(refusal(await reset(admin.email, client, other(code)))).toEqual(WRONG_CODE)
    expect(refusal(await reset(admin.email, client, code))).toEqual(WRONG_CODE)
    expect((await signIn(admin, OLD)).status).toBe(200)
  })

  test('a password code allows five attempts when twenty are concurrent', async () => {
    const admin = await addAdmin()
    const client = newClient()
    const code = await codeFor(admin, client)
    const guesses = await Promise.all(Array.from({ length: 20 }, () => reset(admin.email, client, other(code))))
    for (const guess of guesses) expect(refusal(guess)).toEqual(WRONG_CODE)
    const { rows } = await app.services.database.pool.query('select tries from password_codes')
    expect(rows).toEqual([{ tries: 5 }])
  })

  test('a password code works once, even when sent in twenty concurrent requests with different passwords', async () => {
    const admin = await addAdmin()
    const client = newClient()
    const code = await codeFor(admin, client)
    const passwords = Array.from({ length: 20 }, (_, at) => `rains of March ${at}`)
    const answers = await Promise.all(passwords.map((password) => reset(admin.email, client, code, password)))
    const set = passwords.filter((_, at) => answers[at]?.statusCode === 204)
    expect(set).toHaveLength(1)
    for (const answer of answers) if (answer.statusCode !== 204) expect(refusal(answer)).toEqual(WRONG_CODE)
    expect((await signIn(admin, set[0] ?? '')).status).toBe(200)
    expect(refusal(await reset(admin.email, client, code))).toEqual(WRONG_CODE)
  })

  test('all other password codes are invalidated when a code is used, and by any other password change', async () => {
    const admin = await addAdmin()
    const [mine, theirs] = [newClient(), newClient()]
    const [before, stranger, code] = [await codeFor(admin, mine), await codeFor(admin, theirs), await codeFor(admin, mine)]
    expect((await reset(admin.email, mine, code)).statusCode).toBe(204)
    expect(refusal(await reset(admin.email, mine, before))).toEqual(WRONG_CODE)
    expect(refusal(await reset(admin.email, theirs, stranger))).toEqual(WRONG_CODE)

    const next = await codeFor(admin, theirs)
    await app.services.admin.admins.change(admin.id, { password: OLD })
    expect(refusal(await reset(admin.email, theirs, next))).toEqual(WRONG_CODE)
    expect((await signIn(admin, OLD)).status).toBe(200)
  })

  test('a password code works for ten minutes, even after another code is requested', async () => {
    const admin = await addAdmin()
    const client = newClient()
    const first = await codeFor(admin, client)
    time = new Date('2026-11-20T10:05:00Z')
    const second = await codeFor(admin, client)
    time = new Date('2026-11-20T10:09:59Z')
    expect((await reset(admin.email, client, first)).statusCode).toBe(204)
    expect(refusal(await reset(admin.email, client, second)), 'a changed password ends it').toEqual(WRONG_CODE)

    const late = await codeFor(admin, client)
    time = new Date('2026-11-20T10:20:00Z')
    expect(refusal(await reset(admin.email, client, late))).toEqual(WRONG_CODE)
  })

  test('a password code works only in the browser that requested it, for the requested account, while the account keeps its email address', async () => {
    const [admin, colleague] = [await addAdmin(), await addAdmin()]
    const [mine, theirs] = [newClient(), newClient()]
    const code = await codeFor(admin, mine)
    await codeFor(colleague, mine)
    await codeFor(admin, theirs)
    expect(refusal(await reset(admin.email, theirs, code))).toEqual(WRONG_CODE)
    expect(refusal(await reset(colleague.email, mine, code))).toEqual(WRONG_CODE)
    await app.services.admin.admins.change(admin.id, { email: `moved-${admin.email}` })
    expect(refusal(await reset(admin.email, mine, code))).toEqual(WRONG_CODE)
    expect(refusal(await reset(`moved-${admin.email}`, mine, code))).toEqual(WRONG_CODE)
    expect((await signIn(colleague, OLD)).status).toBe(200)
  })

  test('password codes and purchase codes are not interchangeable', async () => {
    const admin = await addAdmin()
    const client = newClient()
    const book = await storeBook(app.services, { price: 4.5 })
    const gift = { email: admin.email, product: 'book', productId: book.id, reason: 'A gift' }
    expect((await app.send('POST', '/api/admin/orders/grants', gift)).statusCode).toBe(201)

    const ofPurchases = await codeOf(admin.email, () => post('purchases/codes', { email: admin.email, clientId: client }))
    expect(refusal(await reset(admin.email, client, ofPurchases))).toEqual(WRONG_CODE)
    const ofPassword = await codeFor(admin, client)
    expect(refusal(await reset(admin.email, client, ofPurchases))).toEqual(WRONG_CODE)
    const claim = (code: string) => post('purchases', { email: admin.email, clientId: client, code })
    expect(refusal(await claim(ofPassword))).toEqual(WRONG_CODE)
    expect((await claim(ofPurchases)).statusCode).toBe(200)
    expect((await reset(admin.email, client, ofPassword)).statusCode).toBe(204)
  })

  test('a password code doesn’t bypass two-step sign-in', async () => {
    const admin = await addAdmin()
    const { totp } = app.services.admin
    onTestFinished(() => totp.remove(admin.id))
    await app.services.database.pool.query(
      `insert into admin_totp (admin_id, secret, confirmed_at, last_step, recovery_digests) values ($1, 'JBSWY3DPEHPK3PXP', now(), 0, '{}')`,
      [admin.id],
    )
    const client = newClient()
    expect((await reset(admin.email, client, await codeFor(admin, client))).statusCode).toBe(204)
    expect((await post('login', { email: admin.email, password: NEW })).json()).toMatchObject({ status: 401, code: 'code_required' })
  })

  test('a password code stays valid when the new password is refused as common, too short or the owner’s name', async () => {
    const admin = await addAdmin()
    const client = newClient()
    const code = await codeFor(admin, client)
    for (const password of ['iloveyou', 'short', admin.email.split('@')[0] ?? '', 'Ben Banda'])
      expect((await reset(admin.email, client, code, password)).json(), password).toMatchObject({
        status: 400,
        errors: [{ field: 'password' }],
      })
    expect((await reset(admin.email, client, code)).statusCode).toBe(204)
  })

  test('a password code is stored only as a digest, and deleted after it expires', async () => {
    const client = newClient()
    const code = await codeFor(await addAdmin(), client)
    const stored = async () => (await app.services.database.pool.query('select * from password_codes')).rows
    const row = JSON.stringify(await stored())
    for (const secret of [code, client]) expect(row).not.toContain(secret)
    time = new Date('2026-11-20T10:11:00Z')
    await app.services.admin.passwordReset.purge()
    expect(await stored()).toEqual([])
  })
})

describe('secrecy of whether an email address has an account', () => {
  const seen = ({ statusCode, body, headers }: Awaited<ReturnType<typeof ask>>) => ({ statusCode, body, headers: lastingHeaders(headers) })

  test('requesting a code does not reveal whether an account exists, even when the mail server fails', async () => {
    const admin = await addAdmin()
    const answers = [await ask(admin.email, newClient()), await ask(STRANGER, newClient())]
    await expect.poll(() => mailsTo(admin.email).length).toBe(1)
    server.refusals.MAIL = '451 not now'
    answers.push(await ask(admin.email, newClient()), await ask(STRANGER, newClient()))
    for (const answer of answers) expect(seen(answer)).toEqual(seen(answers[0] ?? answer))
    await expect.poll(() => app.logLines.some((line) => line.includes('the email with a code could not be sent'))).toBe(true)
    const { rows } = await app.services.database.pool.query('select distinct email, count(*)::int from password_codes group by email')
    expect(rows).toHaveLength(2)
    expect([mailsTo(admin.email).length, mailsTo(STRANGER).length]).toEqual([1, 0])
  })

  test('the work after the response does not reveal whether an account exists: the mail server is contacted for unknown addresses too', async () => {
    const { email } = await addAdmin()
    for (const address of [email, STRANGER]) {
      const before = server.connections
      expect((await ask(address, newClient())).statusCode).toBe(204)
      await expect.poll(() => server.connections, { message: address }).toBe(before + 1)
    }
    expect(mailsTo(STRANGER)).toEqual([])
  })

  test('entering a code does not reveal whether an account exists, regardless of the password', async () => {
    const admin = await addAdmin()
    const [known, unknown] = [newClient(), newClient()]
    await ask(admin.email, known)
    await ask(STRANGER, unknown)
    for (const password of [NEW, 'Ben Banda']) {
      const answers = [
        await reset(admin.email, known, '00000000', password),
        await reset(STRANGER, unknown, '00000000', password),
        await reset(STRANGER, newClient(), '00000000', password),
      ]
      // The code 00000000 equals an emailed code with a probability of 1 in 100,000,000, in which case this test fails.
      for (const answer of answers) expect(refusal(answer)).toEqual(WRONG_CODE)
    }
  })

  test('exceeding the limit of codes does not reveal whether an account exists', async () => {
    const refused = []
    for (const email of [(await addAdmin()).email, STRANGER]) {
      const clientId = newClient()
      for (let count = 0; count < 5; count++) expect((await ask(email, clientId)).statusCode).toBe(204)
      const answer = await ask(email.toUpperCase(), clientId)
      const { requestId: _, ...problem } = answer.json<Problem>()
      refused.push({ problem, headers: seen(answer).headers })
    }
    expect(refused[0]?.problem).toMatchObject({ status: 429, code: 'too_many_requests', errors: [{ field: 'code' }] })
    expect(refused[1]?.problem).toEqual(refused[0]?.problem)
    const [one, another] = refused.map(({ headers }) => Number(headers['retry-after']))
    expect(Math.abs((one ?? 0) - (another ?? 0))).toBeLessThan(10)
  })
})

describe('limits of requests for password codes', () => {
  test('requests for password codes are limited by network and by email address, separately from purchase codes', async () => {
    const { email } = await addAdmin()
    for (let count = 0; count < 10; count++) expect((await ask(email, newClient(), '10.9.9.9')).statusCode).toBe(204)
    expect((await ask(email, newClient(), '10.9.9.9')).statusCode).toBe(429)
    expect((await post('purchases/codes', { email, clientId: newClient() }, '10.9.9.9')).statusCode).toBe(204)
    expect((await ask(email, newClient(), '10.9.9.8')).statusCode).toBe(204)
    expect((await ask(STRANGER, newClient(), '10.9.9.9')).statusCode).toBe(204)
  })

  test('requests for password codes are limited to five per browser, even when twenty requests are concurrent', async () => {
    const { email } = await addAdmin()
    const clientId = newClient()
    const answers = await Promise.all(Array.from({ length: 20 }, () => ask(email, clientId)))
    expect(answers.filter(({ statusCode }) => statusCode === 204)).toHaveLength(5)
  })
})

describe('password resets without a mail server', () => {
  test('a code is written to a file that only the operator can read when no mail server is configured', async () => {
    const without = await openTestApp()
    onTestFinished(() => without.close())
    expect((await app.get('/api/password-reset')).json()).toEqual({ byEmail: true, toFiles: false })
    expect((await without.get('/api/password-reset')).json()).toEqual({ byEmail: false, toFiles: true })
    const { email } = without.admin
    const clientId = newClient()
    const folder = join(without.services.config.dataDir, 'mail')
    await without.send('POST', '/api/password-reset/codes', { email, clientId }, {})
    const read = async () => {
      const [name] = await readdir(folder).catch(() => [])
      return name ? readFile(join(folder, name), 'utf8') : ''
    }
    await expect.poll(read).toContain(`To: ${email}`)
    const [, code] = /^Subject: (\d{8}) /m.exec(await read()) ?? []
    const response = await without.send('POST', '/api/password-reset', { email, clientId, code, password: NEW }, {})
    expect(response.statusCode, response.body).toBe(204)
  })

  test('a production site without a mail server refers to the command that resets passwords', async () => {
    const settings = { NODE_ENV: 'production', PUBLIC_URL: 'https://books.example', SIGNING_KEYS: randomBytes(32).toString('hex') }
    const without = await openTestApp(settings)
    onTestFinished(() => without.close())
    expect((await without.get('/api/password-reset')).json()).toEqual({ byEmail: false, toFiles: false })
  })
})

test('the log never contains a password code, an email address, a client id or a password', async () => {
  const admin = await addAdmin()
  const client = newClient()
  const code = await codeFor(admin, client)
  await reset(admin.email, client, other(code))
  await reset(admin.email, client, code)
  server.refusals.RCPT = `550 no ${admin.email} here`
  await ask(admin.email, client)
  await expect.poll(() => app.logLines.some((line) => line.includes('EENVELOPE'))).toBe(true)
  const log = app.logLines.join('')
  for (const secret of [code, client, admin.email, admin.email.toLowerCase(), 'nobody@', OLD, NEW]) expect(log).not.toContain(secret)
})
