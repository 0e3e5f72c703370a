import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AuditEntry } from '#contracts/admin/audit.ts'
import type { Setup } from '#contracts/admin/setup.ts'
import type { Problem } from '#contracts/common/problem.ts'
import { defaultContent } from '#site/default-content.ts'
import { openSmtpServer, type SmtpServer } from '#tests/support/smtp-server.ts'
import { storeBook } from '#tests/support/stored-items.ts'
import { openTestApp, type TestApp } from '#tests/support/test-app.ts'

let server: SmtpServer
let app: TestApp
beforeAll(async () => {
  server = await openSmtpServer({ password: 'right' })
  app = await openTestApp({ SMTP_URL: `smtp://shop:right@127.0.0.1:${server.port}`, MAIL_FROM: 'shop@lectern.example' })
})
afterAll(async () => {
  await app.close()
  await server.close()
})

const setup = async () => (await app.get('/api/setup', app.bearer)).json<Setup>()
const states = async () => Object.fromEntries((await setup()).steps.map(({ name, state }) => [name, state]))

test('setup steps are completed by the data that they require, and incomplete steps can be skipped and resumed', async () => {
  expect(await setup()).toMatchObject({ payments: 'trial', mail: 'sending', hasDemonstration: false })
  expect(await states()).toEqual({ brand: 'open', contact: 'open', book: 'open', payments: 'open', mail: 'done' })

  await storeBook(app.services)
  const content = { ...defaultContent.brand, name: 'Mwenje' }
  await app.app.inject({
    method: 'PUT',
    url: '/api/site/sections/brand/draft',
    headers: app.bearer,
    payload: { content, basedOn: null },
  })
  await app.send('POST', '/api/site/publish', { sections: ['brand'] })
  await app.send('PATCH', '/api/setup/payments', { skipped: true })
  expect(await states()).toEqual({ brand: 'done', contact: 'open', book: 'done', payments: 'skipped', mail: 'done' })
  const [entry] = (await app.get('/api/audit?noun=site&limit=1', app.bearer)).json<AuditEntry[]>()
  expect(entry).toMatchObject({ verb: 'changed', subject: { name: 'the setup step “Payments”' }, admin: { name: 'Ada Admin' } })
  await app.send('PATCH', '/api/setup/payments', { skipped: false })
  expect((await states()).payments).toBe('open')
})

test('a test email is sent to the administrator who requests it; a failure response contains the mail server and the reason', async () => {
  expect((await app.send('POST', '/api/setup/test-mail')).json()).toEqual({ to: 'ada@lectern.example' })
  expect(server.mails).toMatchObject([{ to: ['ada@lectern.example'] }])
  server.refusals.RCPT = '550 no such mailbox'
  const refused = await app.send('POST', '/api/setup/test-mail')
  expect(refused.statusCode).toBe(503)
  expect(refused.json<Problem>().detail).toMatch(/^The mail server 127\.0\.0\.1:\d+ refused the recipient/)
  expect(refused.body).not.toContain('right')
})
