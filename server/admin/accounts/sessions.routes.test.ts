import { createHash, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Admin, LoginResponse, Session } from '#contracts/admin/admin.ts'
import type { Problem } from '#contracts/common/problem.ts'
import { openTestApp, type TestApp } from '#tests/support/test-app.ts'

const PASSWORD = 'a long enough password'
const FIREFOX = 'Mozilla/5.0 (X11; Linux x86_64; rv:142.0) Gecko/20100101 Firefox/142.0'

let app: TestApp
beforeAll(async () => {
  app = await openTestApp()
})
afterAll(() => app.close())

async function addAdmin(): Promise<Admin> {
  return app.services.admin.admins.add({
    firstname: 'Ben',
    lastname: 'Banda',
    email: `${randomUUID()}@lectern.example`,
    password: PASSWORD,
  })
}

async function signIn({ email }: Admin, { password = PASSWORD, address = '10.1.0.1', userAgent = FIREFOX } = {}) {
  const response = await app.app.inject({
    method: 'POST',
    url: '/api/login',
    remoteAddress: address,
    headers: { 'user-agent': userAgent },
    payload: { email, password },
  })
  const token = response.statusCode === 200 ? response.json<LoginResponse>().token : ''
  const bearer = { authorization: `Bearer ${token}` }
  return { token, bearer, status: response.statusCode, works: async () => (await app.get('/api/admins', bearer)).statusCode === 200 }
}

const sessions = async (bearer = app.bearer) => (await app.get('/api/sessions', bearer)).json<Session[]>()
const sql = async (text: string, values: unknown[] = []) => (await app.services.database.pool.query(text, values)).rows

describe('the list of admin sessions', () => {
  test('the list of sessions contains the browser’s name, the IP address and a flag for the current session', async () => {
    const admin = await addAdmin()
    const desk = await signIn(admin)
    await signIn(admin, { address: '10.1.0.2', userAgent: '' })
    const own = (await sessions(desk.bearer)).filter((session) => session.admin.id === admin.id)
    expect(own).toHaveLength(2)
    expect(own.find((session) => session.current)).toEqual({
      id: expect.any(String),
      admin: { id: admin.id, firstname: 'Ben', lastname: 'Banda' },
      createdAt: expect.any(String),
      lastUsedAt: expect.any(String),
      expiresAt: expect.any(String),
      address: '10.1.0.1',
      browser: 'Firefox on Linux',
      current: true,
    })
    expect(own.find((session) => !session.current)).toMatchObject({ address: '10.1.0.2', browser: '' })
  })

  test('the list of sessions contains neither tokens nor digests', async () => {
    const { token } = await signIn(await addAdmin())
    const text = JSON.stringify(await sessions())
    expect(text).not.toContain(token)
    expect(text).not.toContain(createHash('sha256').update(token).digest('base64url'))
    const [{ id } = { id: '' }] = await sessions()
    expect((await app.get('/api/admins', { authorization: `Bearer ${id}` })).statusCode).toBe(401)
  })

  test('the list of sessions omits expired sessions', async () => {
    const admin = await addAdmin()
    await signIn(admin)
    await sql(`update sessions set expires_at = now() where admin_id = $1`, [admin.id])
    expect((await sessions()).filter((session) => session.admin.id === admin.id)).toEqual([])
  })

  test('the list of sessions contains the time of last use, updated at most once a minute', async () => {
    const admin = await addAdmin()
    const { bearer } = await signIn(admin)
    const lastUsed = async () => (await sql('select last_used_at, address from sessions where admin_id = $1', [admin.id]))[0]
    const first = await lastUsed()
    await app.get('/api/admins', bearer)
    expect(await lastUsed()).toEqual(first)
    await sql(`update sessions set last_used_at = now() - interval '61 seconds' where admin_id = $1`, [admin.id])
    const outdated = await lastUsed()
    await app.app.inject({ method: 'GET', url: '/api/admins', headers: bearer, remoteAddress: '10.1.0.9' })
    const later = await lastUsed()
    expect(later.last_used_at.getTime()).toBeGreaterThan(outdated.last_used_at.getTime() + 60_000)
    expect(later.address).toBe('10.1.0.9')
  })
})

describe('ending sessions', () => {
  test('a session can be ended by its id, also by another admin; ending the session again returns 404', async () => {
    const admin = await addAdmin()
    const [desk, phone] = [await signIn(admin), await signIn(admin)]
    const session = (await sessions(desk.bearer)).find((candidate) => candidate.current)
    expect((await app.send('DELETE', `/api/sessions/${session?.id}`)).statusCode).toBe(204)
    expect([await desk.works(), await phone.works()]).toEqual([false, true])
    expect((await app.send('DELETE', `/api/sessions/${session?.id}`)).statusCode).toBe(404)
  })

  test('ending the other sessions ends only those of the signed-in admin', async () => {
    const [admin, other] = [await addAdmin(), await addAdmin()]
    const [desk, phone, colleague] = [await signIn(admin), await signIn(admin), await signIn(other)]
    expect((await app.send('DELETE', '/api/sessions', undefined, desk.bearer)).statusCode).toBe(204)
    expect([await desk.works(), await phone.works(), await colleague.works()]).toEqual([true, false, true])
  })
})

describe('an idle session', () => {
  test('an idle session ends after two hours, is no longer listed, and is deleted', async () => {
    const admin = await addAdmin()
    const desk = await signIn(admin)
    const rest = (minutes: number) =>
      sql('update sessions set last_used_at = now() - make_interval(mins => $2) where admin_id = $1', [admin.id, minutes])
    const stored = () => sql('select 1 from sessions where admin_id = $1', [admin.id])
    await rest(119)
    expect(await desk.works()).toBe(true)
    await app.services.admin.sessions.purge()
    expect(await stored()).toHaveLength(1)
    await rest(121)
    expect(await desk.works()).toBe(false)
    expect((await sessions()).filter((session) => session.admin.id === admin.id)).toEqual([])
    await app.services.admin.sessions.purge()
    expect(await stored()).toEqual([])
  })
})

describe('changing an account', () => {
  const change = (id: string, changes: object, bearer = app.bearer) =>
    app.send('PATCH', `/api/admins/${id}`, { currentPassword: app.admin.password, ...changes }, bearer)

  test('changing an account changes only the fields in the request', async () => {
    const admin = await addAdmin()
    const email = `New.${randomUUID()}@lectern.example`
    const response = await change(admin.id, { lastname: ' Moyo ', email })
    expect(response.statusCode, response.body).toBe(200)
    expect(response.json()).toMatchObject({ ...admin, lastname: 'Moyo', email })
    expect((await signIn({ ...admin, email })).status).toBe(200)
    expect((await change(admin.id, {})).json()).toMatchObject({ ...admin, lastname: 'Moyo', email })
  })

  test('a new password replaces the old password and ends the account’s sessions', async () => {
    const admin = await addAdmin()
    const desk = await signIn(admin)
    expect((await change(admin.id, { password: 'another one' })).statusCode).toBe(200)
    expect(await desk.works()).toBe(false)
    expect((await signIn(admin)).status).toBe(401)
    expect((await signIn(admin, { password: 'another one' })).status).toBe(200)
  })

  test('administrators who change their own password end all their sessions except the current one', async () => {
    const admin = await addAdmin()
    const [desk, phone] = [await signIn(admin), await signIn(admin)]
    expect((await change(admin.id, { password: 'another one', currentPassword: PASSWORD }, desk.bearer)).statusCode).toBe(200)
    expect([await desk.works(), await phone.works()]).toEqual([true, false])
  })

  test('a new email address ends all sessions of the account except the current one', async () => {
    const admin = await addAdmin()
    const [desk, phone] = [await signIn(admin), await signIn(admin)]
    const email = `${randomUUID()}@lectern.example`
    expect((await change(admin.id, { email, currentPassword: PASSWORD }, desk.bearer)).statusCode).toBe(200)
    expect([await desk.works(), await phone.works()]).toEqual([true, false])
    expect((await change(admin.id, { email: `${randomUUID()}@lectern.example` })).statusCode).toBe(200)
    expect(await desk.works(), 'changed by a colleague').toBe(false)
  })

  test.each([
    ['another password', { password: 'another one' }],
    ['another email address', { email: `${randomUUID()}@lectern.example` }],
  ])('%s needs the actor’s own password, for a colleague’s account too', async (_what, changes) => {
    const [admin, colleague] = [await addAdmin(), await addAdmin()]
    const desk = await signIn(admin)
    for (const id of [admin.id, colleague.id]) {
      const missing = await change(id, { ...changes, currentPassword: undefined }, desk.bearer)
      expect(missing.json<Problem>()).toMatchObject({ status: 400, errors: [{ field: 'currentPassword' }] })
      const wrong = await change(id, { ...changes, currentPassword: 'of somebody else' }, desk.bearer)
      expect(wrong.json<Problem>()).toMatchObject({ status: 403, code: 'forbidden', errors: [{ field: 'currentPassword' }] })
    }
    expect((await signIn(colleague)).status).toBe(200)
    expect((await change(colleague.id, { ...changes, currentPassword: PASSWORD }, desk.bearer)).statusCode).toBe(200)
  })

  test('a new name, or an unchanged email address, requires no password', async () => {
    const admin = await addAdmin()
    const changes = { firstname: 'Benjamin', email: admin.email, currentPassword: undefined }
    expect((await change(admin.id, changes)).statusCode).toBe(200)
  })

  test('a client with only a session token may try ten passwords; then even the right password is refused', async () => {
    const admin = await addAdmin()
    const desk = await signIn(admin)
    const guess = (currentPassword: string) => change(admin.id, { password: 'another one', currentPassword }, desk.bearer)
    const guesses = await Promise.all(Array.from({ length: 12 }, (_, n) => guess(`guess ${n}`)))
    expect(guesses.map(({ statusCode }) => statusCode).sort()).toEqual([...Array(10).fill(403), 429, 429])
    const refused = await guess(PASSWORD)
    expect(refused.json<Problem>()).toMatchObject({ status: 429, errors: [{ field: 'currentPassword' }] })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  })

  test('a common password, or the account’s own name, is refused with an error on the field', async () => {
    const admin = await addAdmin()
    for (const password of ['iloveyou', 'ILOVEYOU', admin.email.toUpperCase()]) {
      const refused = await change(admin.id, { password })
      expect(refused.json<Problem>()).toMatchObject({ status: 400, errors: [{ field: 'password' }] })
    }
    expect((await signIn(admin)).status).toBe(200)
  })

  test('a new name ends no sessions', async () => {
    const admin = await addAdmin()
    const desk = await signIn(admin)
    await change(admin.id, { firstname: 'Benjamin' })
    expect(await desk.works()).toBe(true)
  })

  test('the email of another account is refused; the account’s own email in another case is accepted', async () => {
    const [admin, other] = [await addAdmin(), await addAdmin()]
    const response = await change(admin.id, { email: other.email.toUpperCase() })
    expect(response.statusCode).toBe(409)
    expect(response.json()).toMatchObject({ code: 'conflict', errors: [{ field: 'email' }] })
    expect((await change(admin.id, { email: admin.email.toUpperCase() })).statusCode).toBe(200)
  })

  test('only one account gets a new email address that two accounts request concurrently', async () => {
    const email = `${randomUUID()}@lectern.example`
    const fields = { firstname: 'A', lastname: 'B', email, password: PASSWORD }
    const both = await Promise.all([change((await addAdmin()).id, { email }), app.send('POST', '/api/admins', fields)])
    expect(both.map((answer) => answer.statusCode).filter((status) => status === 409)).toHaveLength(1)
  })

  test.each([
    ['a password of five characters', { password: '12345' }, 'password'],
    ['an empty first name', { firstname: ' ' }, 'firstname'],
    ['an email without a domain', { email: 'a@b' }, 'email'],
    ['a number for a name', { lastname: 5 }, 'lastname'],
  ])('%s is refused with an error on the field', async (_name, changes, field) => {
    const response = await change((await addAdmin()).id, changes)
    expect(response.statusCode).toBe(400)
    expect(response.json<Problem>().errors?.map((error) => error.field)).toEqual([field])
  })

  test('changing an unknown account returns 404', async () => {
    expect((await change(randomUUID(), { firstname: 'A' })).statusCode).toBe(404)
  })
})
