import { randomBytes, randomUUID } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { AdminAccount, RecoveryCodes, TotpSecret, TotpState } from '#contracts/admin/admin.ts'
import type { AuditEntry } from '#contracts/admin/audit.ts'
import type { Problem } from '#contracts/common/problem.ts'
import { openTestApp, type TestApp } from '#tests/support/test-app.ts'
import { createTotpStore } from './totp.store.ts'
import { createTotpSecrets } from './totp-secrets.ts'

const PASSWORD = 'a long enough password'
const MINUTE = 60_000

const clock = { now: new Date() }
let app: TestApp
beforeAll(async () => {
  app = await openTestApp({}, { now: () => clock.now })
})
afterAll(() => app.close())
beforeEach(() => {
  clock.now = new Date()
})

const query = async (text: string, values: unknown[] = []) => (await app.services.database.pool.query(text, values)).rows
const codeOf = (secret: string, at = clock.now) => new TOTP({ secret: Secret.fromBase32(secret) }).generate({ timestamp: at.getTime() })
const otherThan = (code: string) => String((Number(code) + 500_000) % 1_000_000).padStart(6, '0')

/** Each sign-in uses a new IP address, since the limit by network is tested elsewhere. */
let networks = 0
const newNetwork = () => `10.2.${(networks >> 8) & 255}.${networks++ & 255}`
async function signIn(email: string, code?: string, { remoteAddress = newNetwork(), cookies = {} as Record<string, string> } = {}) {
  const payload = { email, password: PASSWORD, code }
  const response = await app.app.inject({ method: 'POST', url: '/api/login', remoteAddress, cookies, payload })
  return {
    status: response.statusCode,
    problem: response.json<Problem>(),
    bearer: { authorization: `Bearer ${response.json().token}` },
    cookies: Object.fromEntries(response.cookies.map(({ name, value }) => [name, value])),
  }
}

/** Creates an admin account and signs in. */
async function addAdmin() {
  const email = `${randomUUID()}@lectern.example`
  const { id } = await app.services.admin.admins.add({ firstname: 'Ben', lastname: 'Banda', email, password: PASSWORD })
  const { bearer } = await signIn(email)
  return { id, email, bearer, send: (url: string, body: object) => app.send('POST', `/api/totp${url}`, body, bearer) }
}

/** Creates an admin account with two-step sign-in. */
async function addSecured() {
  const admin = await addAdmin()
  const begun = await admin.send('', { currentPassword: PASSWORD })
  expect(begun.statusCode, begun.body).toBe(200)
  const { secret, uri } = begun.json<TotpSecret>()
  const confirmed = await admin.send('/confirm', { code: codeOf(secret) })
  expect(confirmed.statusCode, confirmed.body).toBe(200)
  // Time is advanced to the next code, since the code that confirmed the secret is used up.
  clock.now = new Date(clock.now.getTime() + MINUTE)
  return { ...admin, secret, uri, ...confirmed.json<RecoveryCodes>() }
}

test('an account without two-step sign-in requires only its password', async () => {
  const { email, bearer } = await addAdmin()
  expect((await app.get('/api/totp', bearer)).json<TotpState>()).toMatchObject({ isOn: false, recoveryCodes: 0 })
  expect((await signIn(email, '123456')).status).toBe(200)
})

test('setup of two-step sign-in requires the password; codes are required at sign-in after the first right code', async () => {
  const { email, send } = await addAdmin()
  expect((await send('', { currentPassword: 'not mine' })).json()).toMatchObject({ status: 403, errors: [{ field: 'currentPassword' }] })
  expect((await send('/confirm', { code: '123456' })).statusCode).toBe(409)
  const { secret } = (await send('', { currentPassword: PASSWORD })).json<TotpSecret>()
  const wrong = await send('/confirm', { code: otherThan(codeOf(secret)) })
  expect(wrong.json()).toMatchObject({ status: 400, errors: [{ field: 'code' }] })
  expect((await signIn(email)).status).toBe(200)
  expect((await send('/confirm', { code: codeOf(secret) })).statusCode).toBe(200)
  expect((await signIn(email)).status).toBe(401)
  expect((await send('', { currentPassword: PASSWORD })).statusCode).toBe(409)
})

test('turning on two-step sign-in ends the account’s other sessions, which were started without a code', async () => {
  const { email, send, bearer } = await addAdmin()
  const elsewhere = (await signIn(email)).bearer
  const { secret } = (await send('', { currentPassword: PASSWORD })).json<TotpSecret>()
  const status = async (headers: Record<string, string>) => (await app.get('/api/totp', headers)).statusCode
  expect(await status(elsewhere)).toBe(200)
  expect((await send('/confirm', { code: codeOf(secret) })).statusCode).toBe(200)
  expect([await status(bearer), await status(elsewhere)]).toEqual([200, 401])
})

test('the code is requested only after the right password; the clock of the authenticator app may be off by half a minute', async () => {
  const { email, secret, uri } = await addSecured()
  expect(uri).toMatch(/^otpauth:\/\/totp\/.+secret=/)
  const asked = await signIn(email)
  expect(asked.problem).toMatchObject({ status: 401, code: 'code_required', errors: [{ field: 'code' }] })
  const unknown = await app.app.inject({
    method: 'POST',
    url: '/api/login',
    payload: { email, password: 'not mine', code: codeOf(secret) },
  })
  expect(unknown.json()).toMatchObject({ status: 401, code: 'invalid_credentials' })
  expect((await signIn(email, codeOf(secret, new Date(clock.now.getTime() - 30_000)))).status).toBe(200)
  const code = codeOf(secret)
  expect((await signIn(email, ` ${code.slice(0, 3)} ${code.slice(3)} `)).status).toBe(200)
  expect((await signIn(email, codeOf(secret, new Date(clock.now.getTime() + 5 * MINUTE)))).status).toBe(401)
})

test('a TOTP code or a recovery code works once, even when sent concurrently', async () => {
  const { email, secret, recoveryCodes, bearer } = await addSecured()
  const all = await Promise.all(Array.from({ length: 5 }, () => signIn(email, codeOf(secret))))
  expect(all.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401, 401])
  expect(new Set(recoveryCodes).size).toBe(10)
  const [first = '', second = ''] = recoveryCodes
  const both = await Promise.all([signIn(email, first.toLowerCase()), signIn(email, first)])
  expect(both.map(({ status }) => status).sort()).toEqual([200, 401])
  expect((await signIn(email, second.replace(/(.{4})/g, '$1-'))).status).toBe(200)
  expect((await app.get('/api/totp', bearer)).json<TotpState>()).toMatchObject({ isOn: true, recoveryCodes: 8 })
})

test('after ten wrong codes, further codes are refused for a while; refused sign-ins are recorded in the audit log', async () => {
  const { email, secret } = await addSecured()
  const wrong = otherThan(codeOf(secret))
  const statuses: number[] = []
  for (let tries = 0; tries < 11; tries++) statuses.push((await signIn(email, wrong)).status)
  expect(statuses).toEqual([...Array(10).fill(401), 429])
  expect((await signIn(email, codeOf(secret))).status).toBe(429)
  const entries = (await app.get('/api/audit?noun=session&limit=100', app.bearer)).json<AuditEntry[]>()
  expect(entries.some(({ verb, subject }) => verb === 'refused' && subject.name === email)).toBe(true)
})

describe('wrong codes from an attacker who knows the password', () => {
  /** Sends ten wrong codes and an eleventh that is refused. The general sign-in limits, which are tested elsewhere, are reset. */
  async function exhaust(email: string, wrong: string, client = {}) {
    for (let tries = 0; tries <= 10; tries++) {
      expect((await signIn(email, wrong, client)).status).toBe(tries < 10 ? 401 : 429)
      await query(`delete from tries where key like 'sign-in%'`)
    }
  }

  test('wrong codes don’t lock out a browser or a network from which the owner has signed in before', async () => {
    const { email, secret } = await addSecured()
    const [home, desk] = [newNetwork(), await signIn(email, codeOf(secret))]
    clock.now = new Date(clock.now.getTime() + MINUTE)
    expect((await signIn(email, codeOf(secret), { remoteAddress: home })).status).toBe(200)
    clock.now = new Date(clock.now.getTime() + MINUTE)
    await exhaust(email, otherThan(codeOf(secret)))
    expect((await signIn(email, codeOf(secret), { cookies: desk.cookies })).status).toBe(200)
    clock.now = new Date(clock.now.getTime() + MINUTE)
    expect((await signIn(email, codeOf(secret), { remoteAddress: home })).status).toBe(200)
    clock.now = new Date(clock.now.getTime() + MINUTE)
    // Wrong codes from a network use up the attempts of the network, not those of a known browser on the network.
    await exhaust(email, otherThan(codeOf(secret)), { remoteAddress: home })
    expect((await signIn(email, codeOf(secret), { remoteAddress: home, cookies: desk.cookies })).status).toBe(200)
  })

  test('wrong codes don’t lock out a recovery code from another network', async () => {
    const { email, secret, recoveryCodes } = await addSecured()
    await exhaust(email, otherThan(codeOf(secret)))
    const network = newNetwork()
    await exhaust(email, 'A'.repeat(16), { remoteAddress: network })
    expect((await signIn(email, recoveryCodes[0], { remoteAddress: network })).status).toBe(429)
    expect((await signIn(email, recoveryCodes[0])).status).toBe(200)
  })

  test('wrong codes are limited in a known browser too', async () => {
    const { email, secret } = await addSecured()
    const { cookies } = await signIn(email, codeOf(secret))
    clock.now = new Date(clock.now.getTime() + MINUTE)
    await exhaust(email, otherThan(codeOf(secret)), { cookies })
    expect((await signIn(email, codeOf(secret), { cookies })).status).toBe(429)
  })
})

test('a code that was just used is refused, but counts neither as a wrong code nor as a failed sign-in', async () => {
  const { email, secret, recoveryCodes } = await addSecured()
  const client = { remoteAddress: newNetwork() }
  const { cookies } = await signIn(email, codeOf(secret), client)
  expect((await signIn(email, recoveryCodes[0], client)).status).toBe(200)
  for (const used of [codeOf(secret), recoveryCodes[0]])
    for (let tries = 0; tries < 12; tries++) expect((await signIn(email, used, { ...client, cookies })).status).toBe(401)
  clock.now = new Date(clock.now.getTime() + MINUTE)
  expect((await signIn(email, codeOf(secret), { ...client, cookies })).status).toBe(200)
  const entries = (await app.get('/api/audit?noun=session&limit=100', app.bearer)).json<AuditEntry[]>()
  expect(entries.filter(({ verb, subject }) => verb === 'refused' && subject.name === email)).toEqual([])
})

test('another admin can turn off two-step sign-in with their own password, and so can a command; both are recorded in the audit log', async () => {
  const [secured, colleague, third] = [await addSecured(), await addAdmin(), await addSecured()]
  expect((await colleague.send(`/${secured.id}/remove`, { currentPassword: 'not mine' })).statusCode).toBe(403)
  expect((await app.get('/api/accounts', colleague.bearer)).json<AdminAccount[]>()).toContainEqual(
    expect.objectContaining({ id: secured.id, hasTwoStep: true }),
  )
  expect((await colleague.send(`/${secured.id}/remove`, { currentPassword: PASSWORD })).statusCode).toBe(204)
  expect((await signIn(secured.email)).status).toBe(200)
  expect((await colleague.send(`/${randomUUID()}/remove`, { currentPassword: PASSWORD })).statusCode).toBe(404)
  await app.services.admin.totp.remove(third.id)
  expect((await signIn(third.email)).status).toBe(200)
  const entries = (await app.get('/api/audit?noun=account&limit=100', app.bearer)).json<AuditEntry[]>()
  const switched = entries.filter(({ changes }) => changes.some(({ field }) => field === 'totp'))
  const of = (id: string) => switched.filter(({ subject }) => subject.id === id).map(({ admin, changes }) => [admin?.id, changes[0]?.to])
  expect(of(secured.id)).toEqual([
    [colleague.id, 'off'],
    [secured.id, 'on'],
  ])
  expect(of(third.id)).toEqual([
    [undefined, 'off'],
    [third.id, 'on'],
  ])
})

describe('a stored secret', () => {
  const [OLD_KEY, NEW_KEY, OTHER_KEY] = [1, 2, 3].map(() => randomBytes(32).toString('hex')) as [string, string, string]
  const storedOf = async (id: string): Promise<string> => (await query('select secret from admin_totp where admin_id = $1', [id]))[0].secret
  const store = (id: string, secret: string) => query('update admin_totp set secret = $2 where admin_id = $1', [id, secret])

  test('a stored TOTP secret is encrypted, differently for equal secrets, and can be decrypted only for its account', async () => {
    const { id, secret } = await addSecured()
    const stored = await storedOf(id)
    expect(stored).toMatch(/^SEALED[A-Z2-7]{60,}$/)
    expect(stored).not.toContain(secret)
    const secrets = createTotpSecrets([OLD_KEY])
    const sealed = secrets.seal(id, secret)
    expect(secrets.seal(id, secret)).not.toBe(sealed)
    expect(secrets.open(id, sealed)).toEqual({ secret, isCurrent: true })
    expect(secrets.open('another', sealed)).toBeUndefined()
    expect(secrets.open(id, `${sealed.slice(0, -2)}AA`)).toBeUndefined()
  })

  test('a stored TOTP secret of an earlier version works in plain text, and is encrypted by a job', async () => {
    const { id, email, secret } = await addSecured()
    await store(id, secret)
    expect((await signIn(email, codeOf(secret))).status).toBe(200)
    await app.services.admin.totp.sealSecrets()
    expect(await storedOf(id)).toMatch(/^SEALED/)
    clock.now = new Date(clock.now.getTime() + MINUTE)
    expect((await signIn(email, codeOf(secret))).status).toBe(200)
    const sealed = await storedOf(id)
    await app.services.admin.totp.sealSecrets()
    expect(await storedOf(id)).toBe(sealed)
  })

  test('a stored TOTP secret can be decrypted during a change of the signing key, and is then encrypted with the new key', async () => {
    const { id, secret } = await addSecured()
    const { orm } = app.services
    await store(id, createTotpSecrets([OLD_KEY]).seal(id, secret))
    const during = createTotpStore(orm, createTotpSecrets([NEW_KEY, OLD_KEY]))
    expect(await during.find(id)).toMatchObject({ secret })
    await during.sealAll()
    expect(await createTotpStore(orm, createTotpSecrets([NEW_KEY])).find(id)).toMatchObject({ secret })
  })

  test('a stored TOTP secret that was encrypted with a lost key stays unchanged; codes are refused with a hint, and recovery codes work', async () => {
    const { id, email, secret, recoveryCodes } = await addSecured()
    const sealed = createTotpSecrets([OTHER_KEY]).seal(id, secret)
    await store(id, sealed)
    await app.services.admin.totp.sealSecrets()
    expect(await storedOf(id)).toBe(sealed)
    const refused = await signIn(email, codeOf(secret))
    expect(refused.problem).toMatchObject({ status: 401, errors: [{ message: expect.stringContaining('Enter a recovery code') }] })
    expect((await signIn(email, recoveryCodes[0])).status).toBe(200)
  })
})

test('the TOTP secret and the recovery codes are returned only once, and neither recorded nor logged', async () => {
  const { secret, recoveryCodes, bearer } = await addSecured()
  const answers = ['/api/totp', '/api/admins', '/api/sessions', '/api/audit?limit=100'].map((url) => app.get(url, bearer))
  const everything = (await Promise.all(answers)).map(({ body }) => body).join('\n') + app.logLines.join('\n')
  for (const word of [secret, ...recoveryCodes]) expect(everything).not.toContain(word)
  const stored = JSON.stringify(await query('select * from admin_totp'))
  for (const code of [secret, ...recoveryCodes]) expect(stored).not.toContain(code)
})
