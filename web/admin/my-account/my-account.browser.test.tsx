import { expect, test, vi } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Session } from '#contracts/admin/admin.ts'
import { expectToFitEachSize } from '#tests/support/component/accessibility.ts'
import { openFakeApi, refuse } from '#tests/support/component/fake-api.ts'
import { openAdminPage } from '#tests/support/component/open-admin-page.tsx'

const CHIPO = { id: 'chipo', firstname: 'Chipo', lastname: 'Dube', email: 'chipo@lectern.example', lastSignInAt: null, hasTwoStep: false }
const RUDO = { ...CHIPO, id: 'rudo', firstname: 'Rudo', email: 'rudo@lectern.example' }
const TOKEN = 'x'.repeat(43)
const TIMES = { createdAt: '2026-01-01T08:00:00.000Z', lastUsedAt: '2026-01-01T09:00:00.000Z', expiresAt: '2026-01-01T20:00:00.000Z' }
const PENDING = { ...RUDO, id: 'invitation', invitedBy: 'Chipo Dube', ...TIMES }
const SESSION: Session = { id: 'own', admin: CHIPO, browser: 'Chrome on Linux', address: '127.0.0.1', current: true, ...TIMES }

const openAccount = (answers = {}) =>
  openFakeApi({
    '/account': CHIPO,
    '/totp': { isOn: false, recoveryCodes: 0 },
    '/sessions': [SESSION, { ...SESSION, id: 'rudo', admin: RUDO, current: false }],
    '/accounts': [CHIPO, { ...RUDO, hasTwoStep: true, lastSignInAt: TIMES.createdAt }],
    '/invitations': [],
    '/contact': { delivery: 'simulate' },
    ...answers,
  })

test('the account page names the signed-in administrator, saves a new name, and requires the current password for a new password', async () => {
  const sent: unknown[] = []
  openAccount({
    'PATCH /admins/chipo': (_: URL, body: string) => {
      sent.push(JSON.parse(body))
      return { ...CHIPO, lastname: 'Moyo' }
    },
  })
  await openAdminPage('/admin/account')
  await expect.element(page.getByText('Signed in as Chipo Dube, chipo@lectern.example')).toBeVisible()
  await expect.element(page.getByRole('button', { name: /^End the session of/ })).toBeVisible()
  // The list contains only the sessions of the signed-in administrator, not those of colleagues.
  expect(page.getByRole('button', { name: /^End the session of Rudo/ }).elements()).toEqual([])
  await expectToFitEachSize()
  await page.getByLabelText('Last name').fill('Moyo')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect.element(page.getByText(/^Signed in as Chipo Moyo/)).toBeVisible()
  await page.getByLabelText('New password').fill('long rains in March')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect.element(page.getByText('Enter your own password.')).toBeVisible()
  await page.getByLabelText('Your own password').fill('mine')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect.element(page.getByLabelText('New password')).toHaveValue('')
  expect(sent).toEqual([{ lastname: 'Moyo' }, { password: 'long rains in March', currentPassword: 'mine' }])
})

test('the two-step sign-in key can be copied and opens the authenticator app on a phone; recovery codes can be copied, saved and printed', async () => {
  const secret = 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP'
  const uri = `otpauth://totp/Lectern:chipo@lectern.example?secret=${secret}`
  openAccount({ 'POST /totp': { secret, uri }, '/totp/confirm': { recoveryCodes: ['ABCD2345EFGH6722', 'ABCD2345EFGH6723'] } })
  const copied: string[] = []
  vi.spyOn(navigator.clipboard, 'writeText').mockImplementation(async (text) => void copied.push(text))
  const print = vi.spyOn(window, 'print').mockReturnValue()
  const saved = vi.spyOn(URL, 'createObjectURL').mockReturnValue('#')
  await openAdminPage('/admin/account')
  await page.getByRole('button', { name: 'Turn on', exact: true }).click()
  await page.getByLabelText('Your own password').fill('mine')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('link', { name: 'Open the app' })).toHaveAttribute('href', uri)
  await page.getByRole('button', { name: 'Copy key' }).click()
  await expect.element(page.getByRole('button', { name: 'Copied' })).toBeVisible()
  await page.getByLabelText('Code', { exact: true }).fill('123456')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('heading', { name: 'Your recovery codes' })).toHaveFocus()
  await expectToFitEachSize()
  await page.getByRole('button', { name: 'Copy', exact: true }).click()
  await page.getByRole('button', { name: 'Print' }).click()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  expect(copied).toEqual([secret, expect.stringContaining('ABCD-2345-EFGH-6722\nABCD-2345-EFGH-6723')])
  expect(print).toHaveBeenCalledOnce()
  expect(await new Response(saved.mock.calls[0]?.[0] as Blob).text()).toBe(copied[1])
})

test('a colleague can be invited; without a mail server the invitation link is displayed, and the invitation can be withdrawn', async () => {
  const refusals = [refuse(409, 'conflict', [{ field: 'email', message: 'An account with this email address already exists.' }])]
  openAccount({
    'POST /invitations': () =>
      refusals.shift() ?? { ...PENDING, delivery: 'no mail server', url: `https://lectern.example/admin/invitation#${TOKEN}` },
    'DELETE /invitations/invitation': new Response(null, { status: 204 }),
  })
  await openAdminPage('/admin/accounts')
  await expect.element(page.getByText(/^Two-step sign-in on$|^on$/)).toBeVisible()
  await page.getByRole('button', { name: 'Invite a colleague' }).click()
  await page.getByLabelText('First name').fill('Rudo')
  await page.getByLabelText('Last name').fill('Dube')
  await page.getByLabelText('Email').fill(RUDO.email)
  await expectToFitEachSize()
  await page.getByRole('button', { name: 'Invite', exact: true }).click()
  await expect.element(page.getByText('An account with this email address already exists.')).toBeVisible()
  await page.getByRole('button', { name: 'Invite', exact: true }).click()
  await expect.element(page.getByLabelText('Link for Rudo')).toHaveValue(`https://lectern.example/admin/invitation#${TOKEN}`)
  await expect.element(page.getByText(/^This site can’t send email\./)).toBeVisible()
  await expectToFitEachSize()
  await page.getByRole('button', { name: 'Withdraw the invitation of Rudo Dube' }).click()
  await expect.element(page.getByText('Invitation withdrawn')).toBeVisible()
  await expect.element(page.getByLabelText('Link for Rudo')).not.toBeInTheDocument()
})

test('an invitation link leads to choosing a password and then to signing in; a used link displays an explanation', async () => {
  const sent: unknown[] = []
  const { answers, fail } = openAccount({
    'POST /invitations/open': { ...RUDO, expiresAt: TIMES.expiresAt },
    'POST /invitations/accept': (_: URL, body: string) => {
      sent.push(JSON.parse(body))
      return sent.length === 1
        ? refuse(400, 'invalid_request', [{ field: 'password', message: 'Many people use this password.' }])
        : new Response(null, { status: 204 })
    },
  })
  fail(true)
  const { expectAddress, go } = await openAdminPage(`/admin/invitation#${TOKEN}`, { token: null })
  await expect.element(page.getByText(/^The invitation could not be checked/)).toBeVisible()
  expect(vi.mocked(console.warn)).toHaveBeenCalledOnce()
  vi.mocked(console.warn).mockClear()
  fail(false)
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect.element(page.getByText(/^Welcome, Rudo\. Choose a password to manage/)).toBeVisible()
  await expectToFitEachSize()
  await page.getByLabelText('Password').fill('password1')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('Many people use this password.')).toBeVisible()
  await page.getByLabelText('Password').fill('long rains in March')
  await userEvent.keyboard('{Enter}')
  await expectAddress('/admin/login')
  await expect.element(page.getByText('Your account is ready. Sign in with your new password.')).toBeVisible()
  await expect.element(page.getByLabelText('Email')).toHaveValue(RUDO.email)
  expect(sent.at(-1)).toEqual({ token: TOKEN, password: 'long rains in March' })

  answers['POST /invitations/open'] = refuse(404, 'not_found')
  go(`/admin/invitation#${'y'.repeat(43)}`)
  await expect.element(page.getByText(/^This link is no longer valid/)).toBeVisible()
})
