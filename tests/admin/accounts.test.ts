// @module-tag full
import { randomUUID } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, expect } from 'vitest'
import { openArea, signInAt } from '#tests/support/admin-area.ts'
import { UNANSWERED, VIEWPORTS } from '#tests/support/browser.ts'
import { test } from '#tests/support/browser-test.ts'
import { ask, signIn } from '#tests/support/run-app.ts'
import { openSite, type Site } from '#tests/support/site.ts'
import { openSmtpServer, type SmtpServer } from '#tests/support/smtp-server.ts'

let site: Site
let mail: SmtpServer
beforeAll(async () => {
  mail = await openSmtpServer()
  site = await openSite({ SMTP_URL: `smtp://127.0.0.1:${mail.port}`, MAIL_FROM: 'Lectern <hello@lectern.example>' })
})
afterAll(async () => {
  await site?.close()
  await mail?.close()
})

const [phone, desktop] = VIEWPORTS

/** Creates an account with a unique name and email address. */
async function addAdmin(called: string) {
  const firstname = `${called}-${randomUUID().slice(0, 8)}`
  const account = { firstname, lastname: 'Dube', email: `${firstname.toLowerCase()}@lectern.example`, password: 'secret1' }
  const response = await ask(`${site.url}/api/admins`, {
    method: 'POST',
    body: JSON.stringify(account),
    headers: { ...site.headers, 'content-type': 'application/json' },
  })
  expect(response.status).toBe(201)
  return account
}

test('two-step sign-in can be turned on, accepts a recovery code in place of a used code, and can be turned off', async () => {
  const chipo = await addAdmin('Chipo')
  const { page } = await site.profile(phone, { mayComplain: /401/ })
  await signInAt(page, chipo)
  await openArea(page, 'account')
  await page.getByText('Off: the password alone is enough.').waitFor()
  await page.getByRole('button', { name: 'Turn on', exact: true }).click()
  await page.getByLabel('Your own password').fill(chipo.password)
  await page.keyboard.press('Enter')
  await page.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor()
  const key = (await page.locator('code').first().textContent()) ?? ''
  const totp = new TOTP({ secret: Secret.fromBase32(key.replaceAll(' ', '')) })
  const first = totp.generate()
  await page.getByLabel('Code', { exact: true }).fill(first)
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Your recovery codes' }).waitFor()
  const recovery = await page.getByRole('listitem').locator('code').allTextContents()
  expect(recovery).toHaveLength(10)
  await page.getByRole('button', { name: 'I have saved my codes' }).click()
  await page.getByText('On; 10 recovery codes are left.').waitFor()

  await page.evaluate(() => localStorage.removeItem('adminToken'))
  await page.goto('/admin/login')
  await page.getByLabel('Email').fill(chipo.email)
  await page.getByLabel('Password').fill(chipo.password)
  await page.keyboard.press('Enter')
  const code = page.getByLabel('Code from your app')
  await code.waitFor()
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('code')
  await code.fill(first)
  await page.keyboard.press('Enter')
  await page.getByText('This code is wrong, or was used before.').waitFor()
  await code.fill(recovery[0] ?? '')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/admin/books')
  await openArea(page, 'account')
  await page.getByText('On; 9 recovery codes are left.').waitFor()
  await page.getByRole('button', { name: 'Turn off', exact: true }).click()
  await page.getByLabel('Your own password').fill(chipo.password)
  await page.keyboard.press('Enter')
  await page.getByText('Off: the password alone is enough.').waitFor()
})

test('a forgotten password is reset with the code from the email, even after the page was reloaded', async () => {
  const chipo = await addAdmin('Chipo')
  const before = await signIn(site.url, chipo)
  const { page } = await site.profile(phone, { mayComplain: /400/ })
  await page.goto('/admin/login')
  await page.getByLabel('Email').fill(chipo.email)
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await page.getByRole('heading', { name: 'Forgot password?' }).waitFor()
  expect(await page.getByLabel('Email').inputValue()).toBe(chipo.email)
  await page.getByRole('button', { name: 'Send me a code' }).click()
  await page.getByText(/If we know this address, a code is on its way to .* It is valid until \d\d:\d\d\./).waitFor()
  const sent = () => mail.mails.find(({ to }) => to.includes(chipo.email))?.content ?? ''
  await expect.poll(sent).toMatch(/^Subject: \d{8} is your code for a new password/m)
  const [, code = ''] = /^Subject: (\d{8})/m.exec(sent()) ?? []

  // The page is reloaded, because a phone may discard the page while its user reads the email.
  await page.reload()
  await page.getByText(/a code is on its way to .* It is valid until/).waitFor()
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('code')
  await page.getByLabel('New password').fill('rains of another March')
  await page.getByLabel('Code').fill(code === '00000000' ? '00000001' : '00000000')
  await page.keyboard.press('Enter')
  await page.getByText('This code is wrong or has expired.').waitFor()
  await page.getByLabel('Code').fill(`${code.slice(0, 4)} ${code.slice(4)}`)
  await page.keyboard.press('Enter')

  await page.waitForURL('**/admin/login')
  await page.getByText('Your password has been changed. Sign in with it.').waitFor()
  expect(await page.getByLabel('Email').inputValue()).toBe(chipo.email)
  await page.getByLabel('Password').fill('rains of another March')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/admin/books')
  expect((await ask(`${site.url}/api/admins`, { headers: before })).status).toBe(401)
  expect(await page.evaluate(() => JSON.stringify([Object.entries(sessionStorage), location.href]))).not.toContain(chipo.email)
})

test('ending one session, or all other sessions, sends the affected browsers to the sign-in page', async () => {
  const chipo = await addAdmin('Chipo')
  const [desk, tablet, telephone] = [
    await site.profile(desktop, { mayComplain: UNANSWERED }),
    await site.profile(desktop, { mayComplain: UNANSWERED }),
    await site.profile(phone, { mayComplain: UNANSWERED }),
  ]
  for (const { page } of [desk, tablet, telephone]) await signInAt(page, chipo)
  await openArea(desk.page, 'accounts')
  await desk.page.getByRole('link', { name: 'Who is signed in' }).click()
  await desk.page.getByRole('heading', { name: 'Who is signed in' }).waitFor()
  const own = desk.page.getByRole('listitem').filter({ hasText: `${chipo.firstname} Dube` })
  await expect.poll(() => own.count()).toBe(3)
  expect(await own.filter({ hasText: 'This session' }).count()).toBe(1)
  expect(await own.first().textContent()).toMatch(/Chrome on Linux, 127\.0\.0\.1|Chrome on Linux, ::/)

  await own
    .filter({ hasNotText: 'This session' })
    .first()
    .getByRole('button', { name: `End the session of ${chipo.firstname} Dube` })
    .click()
  await desk.page.getByRole('alertdialog').getByRole('button', { name: 'End session' }).click()
  await desk.page.getByText('Session ended').waitFor()
  await expect.poll(() => own.count()).toBe(2)

  await desk.page.getByRole('button', { name: 'Sign out everywhere else' }).click()
  await desk.page.getByRole('alertdialog').getByRole('button', { name: 'Sign out' }).click()
  await desk.page.getByText('Signed out everywhere else').waitFor()
  await expect.poll(() => own.count()).toBe(1)
  for (const { page } of [tablet, telephone]) {
    await page.goto('/admin/accounts')
    await page.waitForURL('**/admin/login')
  }
  for (const { context } of [desk, tablet, telephone]) await context.close()
})
