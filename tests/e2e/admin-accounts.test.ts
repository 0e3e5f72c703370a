import { randomUUID } from 'node:crypto'
import { Secret, TOTP } from 'otpauth'
import { afterAll, beforeAll, expect } from 'vitest'
import type { Session } from '#contracts/admin.ts'
import { findBarriers, overflows } from '#tests/support/accessibility.ts'
import { openArea, signInAgain, signInAt } from '#tests/support/admin-area.ts'
import { inEachSize, UNANSWERED, VIEWPORTS } from '#tests/support/browser.ts'
import { test } from '#tests/support/browser-test.ts'
import { findRefusalTrouble } from '#tests/support/focus.ts'
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

/** An account that no other has the name or the address of. */
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

test('an account gets another name and password; an e-mail that is taken is refused beside the field', async () => {
  const rudo = await addAdmin('Rudo')
  const { context, page } = await site.profile(desktop, { mayComplain: UNANSWERED })
  await signInAt(page, site.credentials)
  await openArea(page, 'accounts')
  await page.getByRole('link', { name: `Edit ${rudo.firstname} Dube` }).click()
  await page.getByRole('heading', { name: 'Edit admin account' }).waitFor()
  expect(await page.getByLabel('New password').inputValue()).toBe('')
  expect(await findBarriers(page)).toEqual([])

  await page.getByLabel('Email').fill(site.credentials.email)
  await page.getByLabel('New password').fill('12345')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByText('Use at least 6 characters.').waitFor()
  expect(await findBarriers(page)).toEqual([])
  await page.getByLabel('New password').fill('iloveyou')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByText('Enter your own password.').waitFor()
  const own = page.getByLabel('Your own password')
  await own.fill('not mine')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByText('This is not your password.').waitFor()
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('currentPassword')
  await own.fill(site.credentials.password)
  await page.getByLabel('Email').fill(rudo.email)
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByText('one of the passwords that are tried first').waitFor()
  await page.getByLabel('Email').fill(site.credentials.email)
  await page.getByLabel('New password').fill('another secret')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByText('Failed to update admin account').first().waitFor()
  await page.getByText('There is an account with this e-mail already.').waitFor()
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('email')

  await page.getByLabel('Email').fill(rudo.email)
  await page.getByLabel('Last name').fill('Moyo')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByText('Admin account updated successfully').waitFor()
  await page.getByText(`${rudo.firstname} Moyo`).waitFor()
  await context.close()

  const second = await site.profile(phone, { mayComplain: UNANSWERED })
  await signInAt(second.page, { email: rudo.email, password: 'another secret' })
})

test('what was typed into an account outlives a session that ended meanwhile, but for the passwords', async () => {
  const [rudo, chipo] = [await addAdmin('Rudo'), await addAdmin('Chipo')]
  const { page } = await site.profile(phone, { mayComplain: UNANSWERED })
  await signInAt(page, chipo)
  await openArea(page, 'accounts')
  await page.getByRole('link', { name: `Edit ${rudo.firstname} Dube` }).click()
  await page.getByLabel('Last name').fill('Moyo')
  await page.getByLabel('New password').fill('another secret')
  await page.getByLabel('Your own password').fill(chipo.password)
  const sessions = (await (await ask(`${site.url}/api/sessions`, { headers: site.headers })).json()) as Session[]
  const { id } = sessions.find((session) => session.admin.firstname === chipo.firstname) ?? { id: '' }
  await ask(`${site.url}/api/sessions/${id}`, { method: 'DELETE', headers: site.headers })
  await page.getByRole('button', { name: 'Save changes' }).click()
  await signInAgain(page, chipo)
  await page.waitForURL('**/admin/accounts/*/edit')
  await page.getByText('What you had typed is back. Passwords have to be entered again.').waitFor()
  expect(await page.getByLabel('Last name').inputValue()).toBe('Moyo')
  expect(await page.getByLabel('New password').inputValue()).toBe('')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByText('Admin account updated successfully').waitFor()
})

test.each(VIEWPORTS)(
  'at $width × $height someone turns on two-step sign-in, and gets in by a code, then by a recovery code',
  async (viewport) => {
    const chipo = await addAdmin('Chipo')
    const { page } = await site.profile(viewport, { mayComplain: /401/ })
    await signInAt(page, chipo)
    await openArea(page, 'accounts')
    expect(await overflows(page)).toBe(false)
    await page.getByRole('link', { name: 'Two-step sign-in' }).click()
    await page.getByText('Off: the password alone is enough.').waitFor()
    await page.getByRole('button', { name: 'Turn on', exact: true }).click()
    await page.getByLabel('Your own password').fill(chipo.password)
    expect(await findBarriers(page)).toEqual([])
    await page.keyboard.press('Enter')
    await page.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor()
    const key = (await page.locator('code').first().textContent()) ?? ''
    const totp = new TOTP({ secret: Secret.fromBase32(key.replaceAll(' ', '')) })
    expect(await findBarriers(page)).toEqual([])
    expect(await overflows(page)).toBe(false)
    await page.getByLabel('Code', { exact: true }).fill('12345')
    await page.keyboard.press('Enter')
    await page.getByText('A code has six digits').waitFor()
    const first = totp.generate()
    await page.getByLabel('Code', { exact: true }).fill(first)
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Your recovery codes' }).waitFor()
    const recovery = await page.getByRole('listitem').locator('code').allTextContents()
    expect(recovery).toHaveLength(10)
    expect(await findBarriers(page)).toEqual([])
    expect(await overflows(page)).toBe(false)
    await page.getByRole('button', { name: 'I have kept them' }).click()
    await page.getByText('On; 10 recovery codes are left.').waitFor()

    await page.evaluate(() => localStorage.removeItem('adminToken'))
    await page.goto('/admin/login')
    await page.getByLabel('Email').fill(chipo.email)
    await page.getByLabel('Password').fill(chipo.password)
    await page.keyboard.press('Enter')
    const code = page.getByLabel('Code from your app')
    await code.waitFor()
    await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('code')
    expect(await findBarriers(page)).toEqual([])
    await code.fill(first)
    await page.keyboard.press('Enter')
    await page.getByText('This code is not right, or was used before.').waitFor()
    await code.fill(recovery[0] ?? '')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/admin/books')
    await openArea(page, 'accounts/two-step')
    await page.getByText('On; 9 recovery codes are left.').waitFor()
    await page.getByRole('button', { name: 'Turn off', exact: true }).click()
    await page.getByLabel('Your own password').fill(chipo.password)
    await page.keyboard.press('Enter')
    await page.getByText('Off: the password alone is enough.').waitFor()
  },
)

test.each(VIEWPORTS)('at $width × $height one’s own account is deleted by its name alone, and signs out', async (viewport) => {
  const [rudo, chipo] = [await addAdmin('Rudo'), await addAdmin('Chipo')]
  const { page } = await site.profile(viewport, { mayComplain: /401/ })
  await signInAt(page, chipo)
  await openArea(page, 'accounts')
  const question = page.getByRole('alertdialog')
  await page.getByRole('button', { name: `Delete ${rudo.firstname} Dube` }).click()
  await question.getByRole('button', { name: 'Delete' }).click()
  await page.getByText('Deleted successfully').waitFor()
  await question.waitFor({ state: 'hidden' })

  await page.getByRole('button', { name: `Delete ${chipo.firstname} Dube` }).click()
  await question.getByText('It is your own account: you will be signed out.').waitFor()
  expect(await findBarriers(page)).toEqual([])
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect.poll(() => findRefusalTrouble(page)).toBe('')
  await page.keyboard.type(`${rudo.firstname} Dube`)
  await page.keyboard.press('Enter')
  await question.getByText(`Type “${chipo.firstname} Dube” to delete`).waitFor()
  await question.getByRole('textbox').fill(` ${chipo.firstname.toLowerCase()}  dube`)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/admin/login')
  await page.getByText('Deleted successfully').first().waitFor()
  expect(await page.evaluate(() => localStorage.getItem('adminToken'))).toBeNull()
  await page.getByLabel('Email').fill(chipo.email)
  await page.getByLabel('Password').fill(chipo.password)
  await page.keyboard.press('Enter')
  await page.getByText('Invalid credentials').waitFor()
})

test.each(VIEWPORTS)('at $width × $height a forgotten password is replaced with a code, also after a reload', async (viewport) => {
  const chipo = await addAdmin('Chipo')
  const before = await signIn(site.url, chipo)
  const { page } = await site.profile(viewport, { mayComplain: /400/ })
  const looksRight = async () => expect([await findBarriers(page), await overflows(page)]).toEqual([[], false])
  await page.goto('/admin/login')
  await page.getByLabel('Email').fill(chipo.email)
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await page.getByRole('heading', { name: 'Forgot password?' }).waitFor()
  expect(await page.getByLabel('Email').inputValue()).toBe(chipo.email)
  await looksRight()
  await page.getByRole('button', { name: 'Send me a code' }).click()
  await page.getByText(/If we know this address, a code is on its way to .* It is good until \d\d:\d\d\./).waitFor()
  const sent = () => mail.mails.find(({ to }) => to.includes(chipo.email))?.content ?? ''
  await expect.poll(sent).toMatch(/^Subject: \d{8} is your code for a new password/m)
  const [, code = ''] = /^Subject: (\d{8})/m.exec(sent()) ?? []

  // A phone that shows the mail meanwhile loads the page anew.
  await page.reload()
  await page.getByText(/a code is on its way to .* It is good until/).waitFor()
  await expect.poll(() => page.evaluate(() => document.activeElement?.getAttribute('name'))).toBe('code')
  await page.keyboard.type('1234')
  await page.getByLabel('New password').fill('short')
  await page.keyboard.press('Enter')
  await page.getByText('Enter the eight digits of the code.').waitFor()
  await page.getByText('Use at least 6 characters.').waitFor()
  await looksRight()
  await page.getByLabel('New password').fill('rains of another March')
  await page.getByLabel('Code').fill(code === '00000000' ? '00000001' : '00000000')
  await page.keyboard.press('Enter')
  await page.getByText('That code is not right, or has run out.').waitFor()
  await expect.poll(() => findRefusalTrouble(page)).toBe('')
  await page.getByLabel('Code').fill(`${code.slice(0, 4)} ${code.slice(4)}`)
  await page.keyboard.press('Enter')

  await page.waitForURL('**/admin/login')
  await page.getByText('Your password has been changed. Sign in with it.').waitFor()
  expect(await page.getByLabel('Email').inputValue()).toBe(chipo.email)
  await looksRight()
  await page.getByLabel('Password').fill('rains of another March')
  await page.keyboard.press('Enter')
  await page.waitForURL('**/admin/books')
  expect((await ask(`${site.url}/api/admins`, { headers: before })).status).toBe(401)
  expect(await page.evaluate(() => JSON.stringify([Object.entries(sessionStorage), location.href]))).not.toContain(chipo.email)
})

test('where no mail is sent, the page says how a forgotten password is replaced on the server', async () => {
  const { page } = await site.profile({ width: 320, height: 640 })
  await page.route('**/api/password-reset', (route) => route.fulfill({ json: { byEmail: false } }))
  await page.goto('/admin/forgot-password')
  await page.getByText('npm run admin:password -- --email').waitFor()
  expect(await page.getByRole('textbox').count()).toBe(0)
  expect([await findBarriers(page), await overflows(page)]).toEqual([[], false])
  await page.getByRole('link', { name: 'Back to sign in' }).click()
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
})

test('an account is reached by its address too, and one that is gone says so', async () => {
  const { page } = await site.profile(desktop, { mayComplain: UNANSWERED })
  await signInAt(page, site.credentials)
  await openArea(page, 'accounts')
  const address = await page
    .getByRole('link', { name: /^Edit / })
    .first()
    .getAttribute('href')
  await page.goto(String(address))
  await page.getByLabel('First name').waitFor()
  await page.goto('/admin/accounts/01890000-0000-7000-8000-000000000000/edit')
  await page.getByText('This admin account is no longer there.').waitFor()
})

test('someone sees where they are signed in, ends one session, then all others', async () => {
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
  expect(await own.filter({ hasText: 'This one' }).count()).toBe(1)
  expect(await own.first().textContent()).toMatch(/Chrome on Linux, 127\.0\.0\.1|Chrome on Linux, ::/)
  expect(await findBarriers(desk.page)).toEqual([])

  await own
    .filter({ hasNotText: 'This one' })
    .first()
    .getByRole('button', { name: `End the session of ${chipo.firstname} Dube` })
    .click()
  await desk.page.getByRole('alertdialog').getByRole('button', { name: 'End session' }).click()
  await desk.page.getByText('Session ended').waitFor()
  await expect.poll(() => own.count()).toBe(2)
  await expect.poll(() => desk.page.evaluate(() => document.activeElement?.tagName)).toBe('H1')

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

test('in each size of window accounts and sessions have no barrier and don’t scroll sideways', async () => {
  const { page } = await site.profile(phone)
  await signInAt(page, site.credentials)
  await openArea(page, 'accounts')
  const edit = String(
    await page
      .getByRole('link', { name: /^Edit / })
      .first()
      .getAttribute('href'),
  ).replace('/admin/', '')
  for (const path of ['accounts', edit, 'accounts/sessions', 'accounts/two-step']) {
    await openArea(page, path)
    await inEachSize(page, async ({ width }) => {
      expect(await findBarriers(page), `${path}, ${width}`).toEqual([])
      expect(await overflows(page), `${path}, ${width}`).toBe(false)
    })
  }
})
