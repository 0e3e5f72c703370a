import { randomUUID } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import type { Admin, AdminFields, LoginResponse, SentInvitation, Session, TotpSecret } from '#contracts/admin/admin.ts'
import type { Message, SavedAnswer } from '#contracts/site/contact.ts'
import { newestMail } from '#tests/support/newest-mail.ts'
import type { Headers } from './catalogue.ts'
import type { DescribedApi } from './described-api.ts'

/** Tests administrator accounts, sessions and their audit log. */
export async function adminLifeCycles(api: DescribedApi, admin: Headers, dataDir: string) {
  const password = 'long rains in March'
  const email = `rudo-${randomUUID().slice(0, 8)}@lectern.example`
  const fields = { firstname: 'Rudo', lastname: 'Dube', email, password }
  const { id } = (await api.ask(201, 'POST /api/admins', { headers: admin, json: fields })).json<Admin>()
  await api.ask(409, 'POST /api/admins', { headers: admin, json: fields })
  await api.ask(400, 'POST /api/admins', { headers: admin, json: { ...fields, password: 'x' } })
  await api.ask(200, 'GET /api/admins', { headers: admin })
  await api.ask(200, 'GET /api/accounts', { headers: admin })
  await api.ask(200, 'GET /api/account', { headers: admin })
  await api.ask(200, `PATCH /api/admins/${id}`, { headers: admin, json: { lastname: 'Moyo' } })

  const signIn = async () => {
    const { token } = (await api.ask(200, 'POST /api/login', { json: { email, password } })).json<LoginResponse>()
    return { authorization: `Bearer ${token}` }
  }
  await api.ask(401, 'POST /api/login', { json: { email, password: 'short rains' } })
  await api.ask(400, 'POST /api/login', { json: { email: 'rudo' } })
  const [here, there] = [await signIn(), await signIn()]
  const sessions = (await api.ask(200, 'GET /api/sessions', { headers: here })).json<Session[]>()
  const own = sessions.filter((session) => session.admin.id === id && !session.current)
  await api.ask(204, `DELETE /api/sessions/${own[0]?.id}`, { headers: here })
  await api.ask(401, 'GET /api/sessions', { headers: there })
  await signIn()
  await api.ask(204, 'POST /api/password-confirmation', { headers: here, json: { currentPassword: password } })
  await api.ask(403, 'POST /api/password-confirmation', { headers: here, json: { currentPassword: 'not mine' } })
  await totpLifeCycle(api, { own: here, id, password })
  await api.ask(204, 'DELETE /api/sessions', { headers: here })
  await api.ask(204, 'POST /api/logout', { headers: here })
  await api.ask(401, 'POST /api/logout', { headers: here })
  await passwordCodeLifeCycle(api, { email, dataDir })
  await invitationLifeCycle(api, admin, { ...fields, email: `second-${email}` })
  await api.ask(204, `DELETE /api/admins/${id}`, { headers: admin })
  await api.ask(404, `DELETE /api/admins/${id}`, { headers: admin })

  for (const path of ['/api/audit', '/api/audit/people', '/api/overview', '/api/audit?limit=2&noun=account'])
    await api.ask(200, `GET ${path}`, { headers: admin })
}

/** Resets a forgotten password. */
async function passwordCodeLifeCycle(api: DescribedApi, { email, dataDir }: { email: string; dataDir: string }) {
  const { clientId } = (await api.ask(200, 'POST /api/get-client-id')).json<{ clientId: string }>()
  await api.ask(200, 'GET /api/password-reset')
  await api.ask(204, 'POST /api/password-reset/codes', { json: { email, clientId } })
  await api.ask(400, 'POST /api/password-reset/codes', { json: { email } })
  const subject = /^Subject: (\d{8}) is your code for a new password/m
  const [, code = ''] = subject.exec(await newestMail(dataDir, email, subject)) ?? []
  const shown = { email, clientId, code, password: 'short rains in October' }
  await api.ask(400, 'POST /api/password-reset', { json: { ...shown, clientId: 'x'.repeat(32) } })
  await api.ask(204, 'POST /api/password-reset', { json: shown })
  await api.ask(200, 'POST /api/login', { json: { email, password: shown.password } })
}

/** Invites administrators: an invitation is accepted, another one is withdrawn. */
async function invitationLifeCycle(api: DescribedApi, admin: Headers, { password, ...person }: AdminFields) {
  const invite = async () => (await api.ask(201, 'POST /api/invitations', { headers: admin, json: person })).json<SentInvitation>()
  const { id } = await invite()
  await api.ask(200, 'GET /api/invitations', { headers: admin })
  await api.ask(204, `DELETE /api/invitations/${id}`, { headers: admin })
  await api.ask(404, `DELETE /api/invitations/${id}`, { headers: admin })
  const token = (await invite()).url?.split('#')[1]
  await api.ask(200, 'POST /api/invitations/open', { json: { token } })
  await api.ask(404, 'POST /api/invitations/open', { json: { token: 'x'.repeat(43) } })
  await api.ask(400, 'POST /api/invitations/accept', { json: { token, password: 'x' } })
  await api.ask(204, 'POST /api/invitations/accept', { json: { token, password } })
  await api.ask(404, 'POST /api/invitations/accept', { json: { token, password } })
  await api.ask(409, 'POST /api/invitations', { headers: admin, json: person })
}

/** Enables two-step sign-in and disables it again. */
async function totpLifeCycle(api: DescribedApi, { own, id, password }: { own: Headers; id: string; password: string }) {
  const shown = { headers: own, json: { currentPassword: password } }
  await api.ask(403, 'POST /api/totp', { headers: own, json: { currentPassword: 'not mine' } })
  const { secret } = (await api.ask(200, 'POST /api/totp', shown)).json<TotpSecret>()
  await api.ask(400, 'POST /api/totp/confirm', { headers: own, json: { code: 'none' } })
  const code = new TOTP({ secret: Secret.fromBase32(secret) }).generate()
  await api.ask(200, 'POST /api/totp/confirm', { headers: own, json: { code } })
  await api.ask(409, 'POST /api/totp/confirm', { headers: own, json: { code } })
  await api.ask(200, 'GET /api/totp', { headers: own })
  await api.ask(204, `POST /api/totp/${id}/remove`, shown)
}

/** Sends, reads and deletes a message of the contact form. */
export async function messageLifeCycle(api: DescribedApi, admin: Headers) {
  await api.ask(200, 'GET /api/contact')
  const message = { name: 'Chipo', email: 'chipo@reader.example', subject: 'General Inquiry', message: 'Is there a second part?' }
  await api.ask(204, 'POST /api/contact', { json: message })
  await api.ask(400, 'POST /api/contact', { json: { ...message, subject: 'Nothing of the kind' } })
  const [stored] = (await api.ask(200, 'GET /api/messages', { headers: admin })).json<Message[]>()
  await api.ask(200, `PATCH /api/messages/${stored?.id}`, { headers: admin, json: { answered: true } })
  await api.ask(200, 'GET /api/messages/state', { headers: admin })
  const entries = `POST /api/messages/${stored?.id}/entries`
  await api.ask(201, entries, { headers: admin, json: { kind: 'note', text: 'Ask the printer' } })
  await api.ask(400, entries, { headers: admin, json: { kind: 'note', text: '' } })
  await api.ask(204, `DELETE /api/messages/${stored?.id}`, { headers: admin })
  const saved = { headers: admin, json: { title: 'Opening hours', text: 'From eight to five.' } }
  const { id } = (await api.ask(201, 'POST /api/saved-answers', saved)).json<SavedAnswer>()
  await api.ask(200, 'GET /api/saved-answers', { headers: admin })
  await api.ask(200, `PATCH /api/saved-answers/${id}`, { headers: admin, json: { title: 'Hours' } })
  await api.ask(204, `DELETE /api/saved-answers/${id}`, { headers: admin })
  await api.ask(404, `DELETE /api/saved-answers/${id}`, { headers: admin })
  await api.ask(404, `DELETE /api/messages/${stored?.id}`, { headers: admin })
}
