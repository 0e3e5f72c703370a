import { createHash, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Admin, LoginResponse } from '#contracts/admin/admin.ts'
import type { Problem } from '#contracts/common/problem.ts'
import { createApp } from '#server/boot/app.ts'
import { lastingHeaders } from '#tests/support/lasting-headers.ts'
import { openTestApp, type TestApp } from '#tests/support/test-app.ts'

const PASSWORD = 'a long enough password'

let app: TestApp
beforeAll(async () => {
  app = await openTestApp({ LOG_LEVEL: 'trace' })
})
afterAll(() => app.close())

let addresses = 0
/** Returns a new IP address. Sign-in attempts are limited by network, so each test uses its own address. */
const newAddress = () => `10.0.${addresses >> 8}.${addresses++ & 255}`

function login(email: unknown, password: unknown, remoteAddress = newAddress(), headers: Record<string, string> = {}) {
  return app.app.inject({ method: 'POST', url: '/api/login', headers, remoteAddress, payload: { email, password } })
}

async function addAdmin(email = `${randomUUID()}@lectern.example`): Promise<Admin> {
  return app.services.admin.admins.add({ firstname: 'Ben', lastname: 'Banda', email, password: PASSWORD })
}

async function signIn(email: string) {
  const response = await login(email, PASSWORD)
  expect(response.statusCode, response.body).toBe(200)
  return response.json<LoginResponse>()
}

const whoAmI = (token: string) => app.get('/api/admins', { authorization: `Bearer ${token}` })
const sql = async (text: string, values: unknown[] = []) => (await app.services.database.pool.query(text, values)).rows

describe('signing in', () => {
  test('sign-in returns a token for admin calls, its expiry and the admin', async () => {
    const admin = await addAdmin()
    const response = await login(admin.email, PASSWORD)
    expect(response.statusCode).toBe(200)
    expect(response.headers['cache-control']).toBe('no-store')
    const { token, expiresAt, ...rest } = response.json<LoginResponse>()
    expect(rest).toEqual({ admin })
    expect(token).toMatch(/^[\w-]{43}$/)
    expect(Date.parse(expiresAt) - Date.now()).toBeGreaterThan(3_600_000)
    expect((await whoAmI(token)).json()).toContainEqual(admin)
  })

  test('sign-in accepts the email in any case and with surrounding spaces', async () => {
    const { email } = await addAdmin(`Mixed.${randomUUID()}@Lectern.Example`)
    expect((await login(` ${email.toUpperCase()} `, PASSWORD)).statusCode).toBe(200)
  })

  test('passwords are stored as argon2id hashes, and session tokens as digests', async () => {
    const { id, email } = await addAdmin()
    const { token } = await signIn(email)
    const [admin] = await sql('select password_hash from admins where id = $1', [id])
    const [, memory = 0, passes = 0] = /^\$argon2id\$v=19\$m=(\d+),t=(\d+)/.exec(admin?.password_hash) ?? []
    expect([Number(memory) >= 19_456, Number(passes) >= 2]).toEqual([true, true])
    const rows = await sql('select * from sessions where admin_id = $1', [id])
    expect(rows.map((row) => row.token_digest)).toEqual([createHash('sha256').update(token).digest('base64url')])
    expect(JSON.stringify(rows)).not.toContain(token)
  })

  test('sign-in responds to an unknown email exactly as to a wrong password', async () => {
    const { email } = await addAdmin()
    const [unknown, wrong] = [await login(`${randomUUID()}@lectern.example`, PASSWORD), await login(email, 'not it')]
    for (const response of [unknown, wrong]) {
      expect(response.statusCode).toBe(401)
      expect(response.json()).toMatchObject({ code: 'invalid_credentials', title: 'Invalid credentials' })
    }
    const comparable = ({ headers, ...response }: typeof wrong) => [
      { ...lastingHeaders(headers), 'content-length': '' },
      { ...response.json<Problem>(), requestId: '' },
    ]
    expect(comparable(unknown)).toEqual(comparable(wrong))
  })

  test('sign-in takes as long for an unknown email as for a wrong password', async () => {
    const { email } = await addAdmin()
    const time = async (address: string) => {
      const start = performance.now()
      await login(address, 'not it')
      return performance.now() - start
    }
    const unknown: number[] = []
    const wrong: number[] = []
    for (let round = 0; round < 9; round++) {
      unknown.push(await time(`${randomUUID()}@lectern.example`))
      wrong.push(await time(email))
    }
    const median = (times: number[]) => times.toSorted((a, b) => a - b)[times.length >> 1] ?? 0
    // Without the dummy hash, sign-in with an unknown email would be refused about ten times as fast.
    const ratio = median(unknown) / median(wrong)
    expect(ratio).toBeGreaterThan(0.4)
    expect(ratio).toBeLessThan(2.5)
  })

  test.each([
    ['nothing', {}, ['email', 'password']],
    ['an empty password', { email: 'a@b.example', password: '' }, ['password']],
    ['no email address', { email: 'nobody', password: 'x' }, ['email']],
    ['numbers', { email: 1, password: 2 }, ['email', 'password']],
    ['lists', { email: ['a@b.example'], password: ['x'] }, ['email', 'password']],
  ])('a sign-in with %s is refused with an error on each invalid field', async (_name, payload, fields) => {
    const response = await app.send('POST', '/api/login', payload, {})
    expect(response.statusCode).toBe(400)
    expect(response.json<Problem>().errors?.map((error) => error.field)).toEqual(fields)
  })
})

describe('limits of failed sign-ins', () => {
  test('sign-ins to an account are refused for a minute after ten failures from one IP address, even with the right password', async () => {
    const { email } = await addAdmin()
    const address = newAddress()
    for (let count = 0; count < 10; count++) expect((await login(email, 'x', address)).statusCode).toBe(401)
    const refused = await login(email, PASSWORD, address)
    expect(refused.statusCode).toBe(429)
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(50)
    expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(60)
    expect(refused.json()).toMatchObject({ code: 'too_many_requests' })
    expect((await login(email, PASSWORD)).statusCode).toBe(200)
    await sql(`update tries set at = at - interval '61 seconds'`)
    expect((await login(email, PASSWORD, address)).statusCode).toBe(200)
  })

  test('failed sign-ins with different spellings of an email count for one account', async () => {
    const { email } = await addAdmin()
    const address = newAddress()
    for (let count = 0; count < 10; count++) await login(count % 2 ? email : email.toUpperCase(), 'x', address)
    expect((await login(email, PASSWORD, address)).statusCode).toBe(429)
  })

  test('concurrent failed sign-ins from one IP address are limited to ten', async () => {
    const { email } = await addAdmin()
    const address = newAddress()
    const answers = await Promise.all(Array.from({ length: 25 }, () => login(email, 'x', address)))
    expect(answers.filter((answer) => answer.statusCode === 401)).toHaveLength(10)
    for (const { statusCode } of answers) expect([401, 429, 503]).toContain(statusCode)
  })

  test('failed sign-ins from all addresses of an IPv6 prefix count as one network', async () => {
    const email = `${randomUUID()}@lectern.example`
    const failAt = (end: string) => login(email, 'x', `2001:db8:7:7:${end}`)
    for (let count = 0; count < 10; count++) expect((await failAt(`${count}::1`)).statusCode).toBe(401)
    expect((await failAt('ffff::2')).statusCode).toBe(429)
    expect((await login(email, 'x', '2001:db8:8:8::1')).statusCode).toBe(401)
  })

  test('successful sign-ins do not count toward the limit', async () => {
    const { email } = await addAdmin()
    const address = newAddress()
    for (let count = 0; count < 12; count++) expect((await login(email, PASSWORD, address)).statusCode).toBe(200)
  })

  test('forwarded headers can’t evade the sign-in limit, unless a proxy is trusted', async () => {
    const address = newAddress()
    const email = `${randomUUID()}@lectern.example`
    const guess = (count: number) => ({ 'x-forwarded-for': `192.0.2.${count}` })
    for (let count = 0; count < 10; count++) await login(email, 'x', address, guess(count))
    expect((await login(email, 'x', address, guess(11))).statusCode).toBe(429)

    const behindProxy = await createApp({ ...app.services, config: { ...app.services.config, trustProxy: true, logLevel: 'silent' } })
    const answer = await behindProxy.inject({
      method: 'POST',
      url: '/api/login',
      remoteAddress: address,
      headers: guess(12),
      payload: { email, password: 'x' },
    })
    await behindProxy.close()
    expect(answer.statusCode).toBe(401)
  })
})

describe('a session', () => {
  test('a session ends at sign-out, and the account’s other sessions continue', async () => {
    const { email } = await addAdmin()
    const [desk, phone] = [await signIn(email), await signIn(email)]
    const bearer = { authorization: `Bearer ${desk.token}` }
    expect((await app.send('POST', '/api/logout', undefined, bearer)).statusCode).toBe(204)
    expect((await whoAmI(desk.token)).statusCode).toBe(401)
    expect((await app.send('POST', '/api/logout', undefined, bearer)).statusCode).toBe(401)
    expect((await whoAmI(phone.token)).statusCode).toBe(200)
  })

  test('expires', async () => {
    const { id, email } = await addAdmin()
    const { token } = await signIn(email)
    await sql(`update sessions set expires_at = now() - interval '1 second' where admin_id = $1`, [id])
    const response = await whoAmI(token)
    expect(response.statusCode).toBe(401)
    expect(response.headers['www-authenticate']).toBe('Bearer')
    expect(response.json()).toMatchObject({ code: 'unauthenticated' })
  })

  test('a session lasts as long as configured', async () => {
    const { id, email } = await addAdmin()
    const { expiresAt } = await signIn(email)
    const [row] = await sql('select expires_at from sessions where admin_id = $1', [id])
    expect(row?.expires_at.toISOString()).toBe(expiresAt)
    expect((Date.parse(expiresAt) - Date.now()) / 3_600_000).toBeCloseTo(app.services.config.sessionHours, 1)
  })

  test('a session ends when its account is deleted', async () => {
    const { id, email } = await addAdmin()
    const { token } = await signIn(email)
    expect((await app.send('DELETE', `/api/admins/${id}`)).statusCode).toBe(204)
    expect((await whoAmI(token)).statusCode).toBe(401)
    expect((await login(email, PASSWORD)).statusCode).toBe(401)
    expect(await sql('select 1 from sessions where admin_id = $1', [id])).toEqual([])
  })

  test('a session is authenticated only by its exact token in a Bearer header', async () => {
    const digest = createHash('sha256').update(app.token).digest('base64url')
    const attempts = ['', 'Bearer', 'Bearer ', `Basic ${app.token}`, app.token, `Bearer ${digest}`, `Bearer ${app.token} x`, 'Bearer null']
    for (const authorization of attempts) expect((await app.get('/api/admins', { authorization })).statusCode, authorization).toBe(401)
    expect((await app.get(`/api/admins?token=${app.token}`, { cookie: `adminToken=${app.token}` })).statusCode).toBe(401)
  })

  test('an expired session is deleted from the database', async () => {
    const { id, email } = await addAdmin()
    const [, live] = [await signIn(email), await signIn(email)]
    await sql(`update sessions set expires_at = now() - interval '1 second' where admin_id = $1 and token_digest <> $2`, [
      id,
      createHash('sha256').update(live.token).digest('base64url'),
    ])
    await app.services.admin.sessions.purge()
    expect(await sql('select 1 from sessions where admin_id = $1', [id])).toHaveLength(1)
  })
})

describe('accounts', () => {
  test('accounts can be created, listed with four fields, and deleted', async () => {
    const email = `${randomUUID()}@lectern.example`
    const created = await app.send('POST', '/api/admins', { firstname: ' Nyasha ', lastname: 'Dube', email, password: 'sixsix' })
    expect(created.statusCode).toBe(201)
    const admin = created.json<Admin>()
    const details = { id: expect.any(String), firstname: 'Nyasha', lastname: 'Dube', email }
    expect(admin).toEqual({ ...details, lastSignInAt: null, hasTwoStep: false })
    expect((await app.get('/api/admins', app.bearer)).json()).toContainEqual(details)
    expect((await app.get('/api/accounts', app.bearer)).json()).toContainEqual(admin)
    expect((await app.send('DELETE', `/api/admins/${admin.id}`)).statusCode).toBe(204)
    expect((await app.send('DELETE', `/api/admins/${admin.id}`)).statusCode).toBe(404)
    expect((await app.get('/api/admins', app.bearer)).json()).not.toContainEqual(admin)
  })

  test('accounts have a unique email, regardless of case', async () => {
    const { email } = await addAdmin()
    const again = { firstname: 'A', lastname: 'B', email: email.toUpperCase(), password: 'sixsix' }
    const response = await app.send('POST', '/api/admins', again)
    expect(response.statusCode).toBe(409)
    expect(response.json()).toMatchObject({ code: 'conflict', errors: [{ field: 'email' }] })
    const both = await Promise.all([1, 2].map(() => app.send('POST', '/api/admins', { ...again, email: `twice-${email}` })))
    expect(both.map((answer) => answer.statusCode).sort()).toEqual([201, 409])
  })

  test.each([
    ['a password of five characters', { password: '12345' }, 'password'],
    ['no password', { password: undefined }, 'password'],
    ['a first name of spaces', { firstname: '  ' }, 'firstname'],
    ['a last name with a NUL', { lastname: 'a\0b' }, 'lastname'],
    ['an email without a domain', { email: 'a@b' }, 'email'],
  ])('accounts with %s are refused with an error on the field', async (_name, changes, field) => {
    const fields = { firstname: 'A', lastname: 'B', email: 'valid@lectern.example', password: '246801', ...changes }
    const response = await app.send('POST', '/api/admins', fields)
    expect(response.statusCode).toBe(400)
    expect(response.json<Problem>().errors?.map((error) => error.field)).toEqual([field])
  })
})

describe('deletion of the last account', () => {
  let own: TestApp
  beforeAll(async () => {
    own = await openTestApp()
  })
  afterAll(() => own.close())

  test('the last account can’t be deleted', async () => {
    const [last] = (await own.get('/api/admins', own.bearer)).json<Admin[]>()
    const response = await own.send('DELETE', `/api/admins/${last?.id}`)
    expect(response.statusCode).toBe(409)
    expect(response.json()).toMatchObject({ code: 'conflict', title: 'The last admin account can’t be deleted' })
    expect((await own.get('/api/admins', own.bearer)).json()).toEqual([last])
  })

  test('one account remains when the last two accounts are deleted concurrently', async () => {
    const { admins } = own.services.admin
    for (let round = 0; round < 8; round++) {
      await admins.add({ firstname: 'Second', lastname: 'Admin', email: `${randomUUID()}@lectern.example`, password: PASSWORD })
      const outcomes = await Promise.allSettled((await admins.list()).map(({ id }) => admins.remove(id)))
      expect(outcomes.map((outcome) => outcome.status).sort()).toEqual(['fulfilled', 'rejected'])
      expect(await admins.count()).toBe(1)
    }
  })
})

describe('secrets', () => {
  test('secrets never appear in logs or responses, even when the database fails', async () => {
    const email = `${randomUUID()}@lectern.example`
    const password = 'a secret nobody should read'
    const answers: string[] = []
    const keep = async (answer: Promise<{ body: string }>) => answers.push((await answer).body)
    await keep(app.send('POST', '/api/admins', { firstname: 'A', lastname: 'B', email, password }))
    const { token } = (await login(email, password)).json<LoginResponse>()
    await keep(login(email, `${password}!`))
    await keep(whoAmI(token))
    await keep(app.get(`/api/books?token=${token}`))
    await keep(app.send('POST', '/api/admins', { firstname: 'A', lastname: 'B', email, password }))

    await sql('alter table admins add constraint closed check (false) not valid')
    await keep(app.send('POST', '/api/admins', { firstname: 'A', lastname: 'B', email: `new-${email}`, password }))
    await sql('alter table admins drop constraint closed')
    await sql('alter table sessions rename to gone')
    await keep(whoAmI(token))
    await keep(login(email, password))
    await sql('alter table gone rename to sessions')
    expect(answers.filter((body) => body.includes('"code":"internal"'))).toHaveLength(3)

    const hashes = (await sql('select password_hash from admins')).map((row) => row.password_hash)
    const logs = app.logLines.join('')
    expect(logs).toContain('unexpected error')
    const secrets = [password, token, createHash('sha256').update(token).digest('base64url'), '$argon2', ...hashes]
    for (const secret of secrets) {
      expect(logs.includes(secret), 'a secret is in the logs').toBe(false)
      expect(answers.join('').includes(secret), 'a secret is in an answer').toBe(false)
    }
    for (const leak of ['admins', 'Failed query', 'pg', 'constraint']) expect(answers.at(-1)).not.toContain(leak)
  })
})
