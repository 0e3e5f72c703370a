import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AdminAccount, Invitation, SentInvitation } from '#contracts/admin/admin.ts'
import type { AuditEntry } from '#contracts/admin/audit.ts'
import { openSmtpServer } from '#tests/support/smtp-server.ts'
import { openTestApp, type TestApp } from '#tests/support/test-app.ts'

const PASSWORD = 'long rains in March'

let app: TestApp
beforeAll(async () => {
  app = await openTestApp({ LOG_LEVEL: 'trace' })
})
afterAll(() => app.close())

const person = (email = `Rudo.${randomUUID()}@lectern.example`) => ({ firstname: 'Rudo', lastname: 'Dube', email })
const tokenOf = ({ url }: Pick<SentInvitation, 'url'>) => url?.split('#')[1] ?? ''

async function invite(fields: object = person(), headers = app.bearer) {
  const response = await app.send('POST', '/api/invitations', fields, headers)
  expect(response.statusCode, response.body).toBe(201)
  expect(response.headers['cache-control']).toBe('no-store')
  return response.json<SentInvitation>()
}

const open = (token: string) => app.send('POST', '/api/invitations/open', { token }, {})
const accept = (token: string, password = PASSWORD) => app.send('POST', '/api/invitations/accept', { token, password }, {})
const signIn = (email: string) => app.send('POST', '/api/login', { email, password: PASSWORD }, {})
const accounts = async () => (await app.get('/api/accounts', app.bearer)).json<AdminAccount[]>()
const pending = async () => (await app.get('/api/invitations', app.bearer)).json<Invitation[]>()
const sql = async (text: string, values: unknown[] = []) => (await app.services.database.pool.query(text, values)).rows

test('an invited person chooses a password and signs in; the link of the invitation works once', async () => {
  const fields = person()
  const sent = await invite(fields)
  expect(sent).toMatchObject({ ...fields, invitedBy: 'Ada Admin', delivery: 'no mail server' })
  expect(sent.url).toMatch(/^http:\/\/[^/]+\/admin\/invitation#[\w-]{43}$/)
  expect(await accounts()).not.toContainEqual(expect.objectContaining({ email: fields.email }))
  expect((await signIn(fields.email)).statusCode).toBe(401)

  expect((await open(tokenOf(sent))).json()).toEqual({ ...fields, expiresAt: sent.expiresAt })
  for (const guessable of ['short', 'rudo dube', '123456'])
    expect((await accept(tokenOf(sent), guessable)).json(), guessable).toMatchObject({ errors: [{ field: 'password' }] })
  expect((await accept(tokenOf(sent))).statusCode).toBe(204)
  expect((await accept(tokenOf(sent))).statusCode).toBe(404)
  expect((await open(tokenOf(sent))).statusCode).toBe(404)
  expect(await pending()).not.toContainEqual(expect.objectContaining({ email: fields.email }))

  const find = async () => (await accounts()).find(({ email }) => email === fields.email)
  expect(await find()).toMatchObject({ lastSignInAt: null, hasTwoStep: false })
  expect((await signIn(fields.email)).statusCode).toBe(200)
  expect(Date.parse((await find())?.lastSignInAt ?? '')).toBeGreaterThan(Date.now() - 60_000)
})

test('several concurrent acceptances of an invitation create one account', async () => {
  const fields = person()
  const token = tokenOf(await invite(fields))
  const statuses = (await Promise.all([accept(token), accept(token), accept(token)])).map(({ statusCode }) => statusCode)
  expect(statuses.sort()).toEqual([204, 404, 404])
  expect((await accounts()).filter(({ email }) => email === fields.email)).toHaveLength(1)
})

test('the token of an invitation is neither stored in the database nor logged', async () => {
  const token = tokenOf(await invite())
  await open(token)
  await accept(token)
  const second = tokenOf(await invite())
  await open(second)
  const rows = JSON.stringify([await sql('select * from admin_invitations'), await sql('select * from audit_entries')])
  for (const secret of [token, second]) {
    expect(rows).not.toContain(secret)
    expect(app.logLines.join('')).not.toContain(secret)
  }
})

test('the token of an expired, withdrawn or replaced invitation is refused', async () => {
  const expired = await invite()
  await sql(`update admin_invitations set expires_at = now() - interval '1 second' where id = $1`, [expired.id])
  const withdrawn = await invite()
  expect((await app.send('DELETE', `/api/invitations/${withdrawn.id}`)).statusCode).toBe(204)
  expect((await app.send('DELETE', `/api/invitations/${withdrawn.id}`)).statusCode).toBe(404)
  const fields = person()
  const replaced = await invite(fields)
  const current = await invite({ ...fields, email: fields.email.toUpperCase() })
  for (const invitation of [expired, withdrawn, replaced]) {
    expect((await open(tokenOf(invitation))).statusCode).toBe(404)
    expect((await accept(tokenOf(invitation))).statusCode).toBe(404)
  }
  expect((await open(tokenOf(current))).statusCode).toBe(200)
  expect((await pending()).map(({ id }) => id)).toEqual(expect.arrayContaining([expired.id, current.id]))
  expect((await pending()).map(({ id }) => id)).not.toContain(replaced.id)
})

test('an email address with an account can’t be invited, and its pending invitation ends when the account is created', async () => {
  expect((await app.send('POST', '/api/invitations', person(app.admin.email.toUpperCase()))).json()).toMatchObject({
    status: 409,
    errors: [{ field: 'email' }],
  })
  const fields = person()
  const token = tokenOf(await invite(fields))
  await app.services.admin.admins.add({ ...fields, email: fields.email.toUpperCase(), password: PASSWORD })
  expect((await accept(token)).statusCode).toBe(404)
})

test('invitations end when the inviting administrator’s account is deleted', async () => {
  const email = `${randomUUID()}@lectern.example`
  const author = await app.services.admin.admins.add({ ...person(email), password: PASSWORD })
  const { token } = (await signIn(email)).json<{ token: string }>()
  const invitation = await invite(person(), { authorization: `Bearer ${token}` })
  await app.services.admin.admins.remove(author.id)
  expect((await accept(tokenOf(invitation))).statusCode).toBe(404)
})

test('an invitation, its acceptance and its withdrawal are recorded in the audit log, and administrators are notified', async () => {
  await sql('delete from account_notices')
  const fields = person()
  const sent = await invite(fields)
  await accept(tokenOf(sent))
  const withdrawn = await invite()
  await app.send('DELETE', `/api/invitations/${withdrawn.id}`)
  const entries = (await app.get('/api/audit?limit=4', app.bearer)).json<AuditEntry[]>()
  expect(entries.map(({ noun, verb, admin }) => [noun, verb, admin?.name])).toEqual([
    ['invitation', 'deleted', 'Ada Admin'],
    ['invitation', 'added', 'Ada Admin'],
    ['account', 'added', undefined],
    ['invitation', 'added', 'Ada Admin'],
  ])
  const sentences = (await sql('select distinct sentence from account_notices')).map(({ sentence }) => sentence)
  expect(sentences.sort()).toEqual([
    'Ada Admin invited Rudo Dube to become an administrator.',
    'Ada Admin withdrew the invitation of Rudo Dube.',
    'Rudo Dube accepted the invitation from Ada Admin and now has an admin account.',
  ])
})

test('the link of an invitation is emailed and not returned; if the mail server refuses the email, the link is returned', async () => {
  const server = await openSmtpServer()
  const settings = { SMTP_URL: `smtp://127.0.0.1:${server.port}`, MAIL_FROM: 'Lectern <shop@lectern.example>', LOG_LEVEL: 'error' }
  const mailing = await openTestApp(settings)
  const send = async () => (await mailing.send('POST', '/api/invitations', person())).json<SentInvitation>()
  const mailed = await send()
  expect(mailed).toMatchObject({ delivery: 'mailed', url: null })
  const mail = server.mails.find(({ to }) => to.includes(mailed.email))
  const [, token = ''] = /\/admin\/invitation#([\w-]{43})/.exec(mail?.content.replace(/=\r\n/g, '') ?? '') ?? []
  expect((await mailing.send('POST', '/api/invitations/open', { token }, {})).statusCode).toBe(200)

  server.refusals.DATA = '554 no'
  const refused = await send()
  expect(refused).toMatchObject({ delivery: 'failed', url: expect.stringContaining('#') })
  expect(mailing.logLines.join('')).toContain('the email with an invitation could not be sent')
  expect(mailing.logLines.join('')).not.toContain(tokenOf(refused))
  await mailing.close()
  await server.close()
})
