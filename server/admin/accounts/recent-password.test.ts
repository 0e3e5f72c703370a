import { randomUUID } from 'node:crypto'
import Fastify from 'fastify'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { Admin, LoginResponse, Session, TotpSecret } from '#contracts/admin/admin.ts'
import type { AuditEntry } from '#contracts/admin/audit.ts'
import type { Problem } from '#contracts/common/problem.ts'
import type { App } from '#server/platform/http/server.ts'
import { openSmtpServer, type SmtpServer } from '#tests/support/smtp-server.ts'
import { openTestApp, type TestApp } from '#tests/support/test-app.ts'
import { protectRoutes } from './recent-password.ts'

const PASSWORD = 'a long enough password'

let server: SmtpServer
let app: TestApp
beforeAll(async () => {
  server = await openSmtpServer()
  app = await openTestApp({ SMTP_URL: `smtp://127.0.0.1:${server.port}`, MAIL_FROM: 'Lectern <hello@lectern.example>' })
})
afterAll(async () => {
  await app.close()
  await server.close()
})
beforeEach(() => {
  server.mails.length = 0
})

const query = async (text: string, values: unknown[] = []) => (await app.services.database.pool.query(text, values)).rows
const newFields = () => ({ firstname: 'Ben', lastname: 'Banda', email: `${randomUUID()}@lectern.example`, password: PASSWORD })

/** Signs in a new administrator. The password counts as entered 15 minutes ago unless `isNew`. */
async function signIn({ isNew = false } = {}) {
  const fields = newFields()
  const admin = await app.services.admin.admins.add(fields)
  // Notices about the new account are not part of the test.
  await query('truncate account_notices')
  const { token } = (await app.send('POST', '/api/login', fields, {})).json<LoginResponse>()
  if (!isNew) await query(`update sessions set password_entered_at = now() - interval '15 minutes' where admin_id = $1`, [admin.id])
  const bearer = { authorization: `Bearer ${token}` }
  const send = (method: 'POST' | 'PATCH' | 'DELETE', url: string, body?: object) => app.send(method, `/api${url}`, body, bearer)
  return { admin, bearer, send, confirm: (currentPassword: string) => send('POST', '/password-confirmation', { currentPassword }) }
}

const listAdmins = async () => (await app.get('/api/admins', app.bearer)).json<Admin[]>()
const listSessions = async () => (await app.get('/api/sessions', app.bearer)).json<Session[]>()
const listEntries = async () => (await app.get('/api/audit?limit=20', app.bearer)).json<AuditEntry[]>()

/** Sends due notices and returns their recipients and texts. */
async function sendMails() {
  const worker = app.services.features.flatMap(({ workers = [] }) => workers).find(({ name }) => name === 'account-mail')
  await worker?.run(new AbortController().signal)
  return server.mails.map(({ to, content }) => ({ to: to[0], text: content.replace(/=\r\n/g, '').replace(/\r\n/g, ' ') }))
}

describe('a stolen session token whose password was entered 15 minutes ago', () => {
  test('a stolen token can’t create or delete an administrator, change another’s account or two-step sign-in, or end sessions', async () => {
    const [thief, owner] = [await signIn(), await signIn()]
    const [sessions, entries] = [await listSessions(), await listEntries()]
    const session = sessions.find(({ admin }) => admin.id === owner.admin.id)
    const refused = [
      await thief.send('POST', '/admins', newFields()),
      await thief.send('DELETE', `/admins/${owner.admin.id}`),
      await thief.send('PATCH', `/admins/${owner.admin.id}`, { firstname: 'Eve' }),
      await thief.send('POST', `/totp/${owner.admin.id}/remove`, {}),
      await thief.send('POST', '/totp', {}),
      await thief.send('POST', '/totp/confirm', { code: '123456' }),
      await thief.send('DELETE', `/sessions/${session?.id}`),
      await thief.send('DELETE', '/sessions'),
    ]
    for (const response of refused) expect(response.json()).toMatchObject({ status: 403, code: 'password_required' })
    expect((await listAdmins()).find(({ id }) => id === owner.admin.id)).toEqual(owner.admin)
    expect(await listSessions()).toEqual(sessions)
    expect(await listEntries()).toEqual(entries)
    expect(await query('select * from account_notices')).toEqual([])
  })

  test('a stolen token can’t grant an item, record a payment or refund, send purchases to another address, or delete for good', async () => {
    const { send } = await signIn()
    const [{ id: book }] = (await query('select gen_random_uuid() as id')) as [{ id: string }]
    const entries = await listEntries()
    const refused = [
      await send('POST', '/admin/orders/grants', { product: 'book', productId: book, email: 'thief@example.org', note: 'mine' }),
      await send('POST', '/admin/orders/payments', {}),
      await send('POST', `/admin/orders/${book}/email`, { email: 'thief@example.org', everywhere: true, reason: 'mine' }),
      await send('POST', `/admin/orders/${book}/attempts/1/refunded`, {}),
      await send('POST', `/admin/orders/${book}/attempts/1/refunded/undo`, {}),
      await send('POST', `/admin/orders/${book}/attempts/1/settle`, {}),
      await send('POST', `/rates/${book}/confirm`, {}),
      await send('DELETE', `/admin/books/${book}`),
      await send('DELETE', `/authors/${book}`),
      await send('DELETE', `/messages/${book}`),
    ]
    for (const response of refused) expect(response.json()).toMatchObject({ status: 403, code: 'password_required' })
    expect(await listEntries()).toEqual(entries)
  })

  test('a stolen token can’t publish contact data or the sender of emails, but other sections', async () => {
    const { send, confirm } = await signIn()
    const publish = async (...sections: string[]) => (await send('POST', '/site/publish', { sections })).json<Problem>().code
    for (const section of ['contact', 'brand', 'social', 'mail']) expect(await publish('home', section)).toBe('password_required')
    expect(await publish('home', 'questions')).toBe('conflict')
    expect(await publish('no such section')).toBe('invalid_request')
    await confirm(PASSWORD)
    expect(await publish('home', 'contact')).toBe('conflict')
  })

  test('an admin route that changes data or produces a download must declare whether it requires a recent password', () => {
    const server = Fastify() as unknown as App
    protectRoutes(server, async () => undefined)
    const handle = () => ''
    expect(() => server.post('/undeclared', handle)).toThrow('Admin route without config.recentPassword: POST /undeclared')
    expect(() => server.get('/buyers.csv', { schema: { produces: ['text/csv'] } as object }, handle)).toThrow('GET /buyers.csv')
    server.post('/declared', { config: { recentPassword: false } }, handle)
    server.get('/read', handle)
  })

  test('a stolen token can still read, publish and sign out', async () => {
    const { send, bearer } = await signIn()
    expect((await app.get('/api/admins', bearer)).statusCode).toBe(200)
    expect((await send('POST', '/rates', { date: '2026-01-01' })).statusCode).toBe(400)
    expect((await send('POST', '/logout')).statusCode).toBe(204)
  })

  test('a stolen token allows ten password attempts; the owner’s other sessions have ten attempts of their own', async () => {
    const { admin, send, confirm } = await signIn()
    const guesses = await Promise.all(Array.from({ length: 12 }, (_, n) => confirm(`guess ${n}`)))
    expect(guesses.map(({ statusCode }) => statusCode).sort()).toEqual([...Array(10).fill(403), 429, 429])
    expect((await confirm(PASSWORD)).statusCode).toBe(429)
    expect((await send('POST', '/admins', { ...newFields(), currentPassword: PASSWORD })).statusCode).toBe(429)
    const { token } = (await app.send('POST', '/api/login', { email: admin.email, password: PASSWORD }, {})).json<LoginResponse>()
    const owner = { authorization: `Bearer ${token}` }
    expect((await app.send('POST', '/api/password-confirmation', { currentPassword: PASSWORD }, owner)).statusCode).toBe(204)
  })
})

describe('accounts can be changed', () => {
  test('accounts can be changed by a client right after sign-in, as the specification describes', async () => {
    const { send } = await signIn({ isNew: true })
    const created = await send('POST', '/admins', newFields())
    expect(created.statusCode).toBe(201)
    expect((await send('DELETE', `/admins/${created.json<Admin>().id}`)).statusCode).toBe(204)
  })

  test('accounts can be changed for 15 minutes after the password was entered again', async () => {
    const { admin, send, confirm } = await signIn()
    expect((await confirm('not mine')).json<Problem>()).toMatchObject({
      status: 403,
      code: 'forbidden',
      errors: [{ field: 'currentPassword' }],
    })
    expect((await send('POST', '/admins', newFields())).json()).toMatchObject({ code: 'password_required' })
    expect((await confirm(PASSWORD)).statusCode).toBe(204)
    expect((await send('POST', '/admins', newFields())).statusCode).toBe(201)
    await query(`update sessions set password_entered_at = now() - interval '14 minutes 50 seconds' where admin_id = $1`, [admin.id])
    expect((await send('POST', '/admins', newFields())).statusCode).toBe(201)
    await query(`update sessions set password_entered_at = now() - interval '15 minutes' where admin_id = $1`, [admin.id])
    expect((await send('POST', '/admins', newFields())).json()).toMatchObject({ code: 'password_required' })
  })

  test('accounts can be changed in a second session of the administrator only after the password was entered in that session', async () => {
    const { admin, confirm } = await signIn()
    const { token } = (await app.send('POST', '/api/login', { email: admin.email, password: PASSWORD }, {})).json<LoginResponse>()
    await query(`update sessions set password_entered_at = now() - interval '1 hour' where admin_id = $1`, [admin.id])
    await confirm(PASSWORD)
    const elsewhere = await app.send('POST', '/api/admins', newFields(), { authorization: `Bearer ${token}` })
    expect(elsewhere.json()).toMatchObject({ code: 'password_required' })
  })

  test('accounts can be changed by a request with the password; a wrong password is refused even where no password is required', async () => {
    const { admin, send } = await signIn()
    const rename = (currentPassword: unknown) => send('PATCH', `/admins/${admin.id}`, { firstname: 'Benjamin', currentPassword })
    expect((await rename('')).json()).toMatchObject({ code: 'password_required' })
    expect((await rename(['text'])).json()).toMatchObject({ code: 'password_required' })
    expect((await rename('not mine')).json()).toMatchObject({ status: 403, code: 'forbidden' })
    expect((await rename(PASSWORD)).statusCode).toBe(200)
    expect((await rename('not mine')).statusCode).toBe(403)
  })
})

describe('all administrators are notified by email of account changes, which the audit log records', () => {
  const everyone = async () => (await listAdmins()).map(({ email }) => email).toSorted()
  const recipients = (mails: Awaited<ReturnType<typeof sendMails>>) => mails.map(({ to = '' }) => to).toSorted()

  test('administrators are notified when an account is created or deleted, including the administrator who did it', async () => {
    const { send } = await signIn({ isNew: true })
    const before = await everyone()
    const created = (await send('POST', '/admins', newFields())).json<Admin>()
    const told = await sendMails()
    expect(recipients(told)).toEqual(before)
    for (const { text } of told) expect(text).toContain('Ben Banda created the admin account of Ben Banda.')
    expect((await listEntries())[0]).toMatchObject({ verb: 'added', subject: { id: created.id } })
    server.mails.length = 0
    await send('DELETE', `/admins/${created.id}`)
    const toldAgain = await sendMails()
    expect(recipients(toldAgain)).toEqual([...before, created.email].toSorted())
    expect(toldAgain[0]?.text).toContain('Ben Banda deleted the admin account of Ben Banda.')
    expect(toldAgain[0]?.text).toContain('127.0.0.1')
  })

  test('administrators are notified when an email address, a password or two-step sign-in changes; for a changed email address, the former address is notified too', async () => {
    const { admin, send } = await signIn({ isNew: true })
    const before = await everyone()
    const changes = { email: `${randomUUID()}@lectern.example`, password: 'rains of another March', currentPassword: PASSWORD }
    expect((await send('PATCH', `/admins/${admin.id}`, changes)).statusCode).toBe(200)
    const told = await sendMails()
    expect(recipients(told)).toEqual(before)
    expect(told[0]?.text).toContain('changed its email address; set a new password')
    expect(told[0]?.text).not.toContain(changes.password)
    server.mails.length = 0
    const { secret } = (await send('POST', '/totp', { currentPassword: changes.password })).json<TotpSecret>()
    const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate()
    expect((await send('POST', '/totp/confirm', { code })).statusCode).toBe(200)
    expect((await sendMails())[0]?.text).toContain('turned two-step sign-in on')
  })

  test('administrators are notified when another administrator’s session is ended, but not of new names or of ending their own session', async () => {
    const [ending, ended] = [await signIn({ isNew: true }), await signIn()]
    await ending.send('PATCH', `/admins/${ended.admin.id}`, { firstname: 'Benjamin' })
    await ending.send('DELETE', '/sessions')
    await ended.send('POST', '/logout')
    expect(await sendMails()).toEqual([])
    const other = await signIn()
    const session = (await listSessions()).find(({ admin }) => admin.id === other.admin.id)
    expect((await ending.send('DELETE', `/sessions/${session?.id}`)).statusCode).toBe(204)
    const told = await sendMails()
    expect(recipients(told)).toEqual(await everyone())
    expect(told[0]?.text).toContain('Ben Banda ended a session of Ben Banda.')
  })

  test('administrators receive each notice once, even if the mail server refuses the first attempt', async () => {
    const { send } = await signIn({ isNew: true })
    await send('POST', '/admins', newFields())
    server.refusals.RCPT = '451 not now'
    await expect(sendMails()).rejects.toThrow()
    delete server.refusals.RCPT
    const total = (await query('select * from account_notices')).length
    await query(`update account_notices set due_at = now() - interval '1 second'`)
    expect(await sendMails()).toHaveLength(total)
    expect(await query('select * from account_notices')).toEqual([])
  })
})
