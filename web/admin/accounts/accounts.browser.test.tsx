import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import type { Session } from '#contracts/admin/admin.ts'
import { expectToFitEachSize } from '#tests/support/component/accessibility.ts'
import { openFakeApi, refuse } from '#tests/support/component/fake-api.ts'
import { openAdminPage } from '#tests/support/component/open-admin-page.tsx'
import { troubleOfRefusal } from '#tests/support/focus.ts'

const CHIPO = { id: 'chipo', firstname: 'Chipo', lastname: 'Dube', email: 'chipo@lectern.example', lastSignInAt: null, hasTwoStep: false }
const RUDO = { ...CHIPO, id: 'rudo', firstname: 'Rudo', email: 'rudo@lectern.example' }
const OFF = { isOn: false, recoveryCodes: 0 }

/** Opens the account list, signed in as the test administrator Chipo. */
const openAccounts = (answers = {}) =>
  openFakeApi({
    '/accounts': [RUDO, CHIPO],
    '/account': CHIPO,
    '/invitations': [],
    '/sessions': [buildSession({ current: true })],
    '/totp': OFF,
    '/contact': { delivery: 'simulate' },
    ...answers,
  })

const save = page.getByRole('button', { name: 'Save changes' })
const question = page.getByRole('alertdialog')

test('the account list and form fit every screen size and have no accessibility violations', { tags: ['full'] }, async () => {
  openAccounts({ '/accounts': [{ ...RUDO, firstname: 'x'.repeat(100), email: `${'a'.repeat(60)}@${'b'.repeat(60)}.example` }, CHIPO] })
  await openAdminPage('/admin/accounts')
  await expect.element(page.getByText('2 admin accounts')).toBeVisible()
  await expectToFitEachSize()
  await page.getByRole('link', { name: /^Edit x/ }).click()
  await expect.element(page.getByRole('heading', { name: /^Edit admin account “x+ Dube”$/ })).toHaveFocus()
  await expectToFitEachSize()
})

test('an account’s name and password can be changed; an email address that is already in use is rejected at its field', {
  tags: ['full'],
}, async () => {
  const sent: unknown[] = []
  const refusals = [
    refuse(403, 'forbidden', [{ field: 'currentPassword', message: 'This is not your password.' }]),
    refuse(409, 'conflict', [{ field: 'email', message: 'An account with this email address already exists.' }]),
  ]
  openAccounts({
    'PATCH /admins/rudo': (_: URL, body: string) => {
      sent.push(JSON.parse(body))
      return refusals.shift() ?? { ...RUDO, lastname: 'Moyo' }
    },
  })
  await openAdminPage('/admin/accounts')
  await page.getByRole('link', { name: 'Edit Rudo Dube' }).click()
  const [email, password] = [page.getByLabelText('Email'), page.getByLabelText('New password')]
  await expect.element(password).toHaveValue('')
  await email.fill(CHIPO.email)
  await password.fill('12345')
  await save.click()
  await expect.element(page.getByText('Use at least 6 characters.')).toBeVisible()
  await expectToFitEachSize()
  await password.fill('another secret')
  await save.click()
  await expect.element(page.getByText('Enter your own password.')).toBeVisible()
  expect(sent).toEqual([])

  const own = page.getByLabelText('Your own password')
  await own.fill('not mine')
  await save.click()
  await expect.element(page.getByText('This is not your password.')).toBeVisible()
  await expect.element(own).toHaveFocus()
  await own.fill('mine')
  await save.click()
  await expect.element(page.getByText('Failed to update admin account').first()).toBeVisible()
  await expect.element(page.getByText('An account with this email address already exists.')).toBeVisible()
  await expect.element(email).toHaveFocus()

  await email.fill(RUDO.email)
  await page.getByLabelText('Last name').fill('Moyo')
  await save.click()
  await expect.element(page.getByText('Admin account updated successfully')).toBeVisible()
  await expect.element(page.getByText('Rudo Moyo')).toBeVisible()
  // The form sends only changed fields.
  expect(sent.at(-1)).toEqual({ lastname: 'Moyo', password: 'another secret', currentPassword: 'mine' })
})

test('values typed into an account form survive the end of the session, except for passwords', async () => {
  const { answers } = openAccounts({
    '/login': { token: 'another', expiresAt: '', admin: CHIPO },
    'PATCH /admins/rudo': refuse(401, 'unauthenticated'),
  })
  const { expectAddress } = await openAdminPage('/admin/accounts/rudo/edit')
  await page.getByLabelText('Last name').fill('Moyo')
  await page.getByLabelText('New password').fill('another secret')
  await page.getByLabelText('Your own password').fill('mine')
  await save.click()
  await expect.element(page.getByText('Your session has ended. Please sign in again.').first()).toBeVisible()
  await expectAddress('/admin/login')
  expect(localStorage.getItem('adminToken')).toBeNull()
  await page.getByLabelText('Email').fill(CHIPO.email)
  await page.getByLabelText('Password').fill('mine')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expectAddress('/admin/accounts/rudo/edit')
  await expect.element(page.getByText('Your unsaved changes were restored. Passwords have to be entered again.')).toBeVisible()
  await expect.element(page.getByLabelText('Last name')).toHaveValue('Moyo')
  await expect.element(page.getByLabelText('New password')).toHaveValue('')
  answers['PATCH /admins/rudo'] = { ...RUDO, lastname: 'Moyo' }
  await save.click()
  await expect.element(page.getByText('Admin account updated successfully')).toBeVisible()
})

test('an API call that requires a recently entered password asks for the password and is then repeated', async () => {
  const bodies: string[] = []
  let isRecent = false
  openAccounts({
    'POST /admins': (_: URL, body: string) => {
      bodies.push(body)
      return isRecent ? Response.json(RUDO, { status: 201 }) : refuse(403, 'password_required')
    },
    'POST /password-confirmation': (_: URL, body: string) => {
      isRecent = (JSON.parse(body) as { currentPassword: string }).currentPassword === 'mine'
      if (isRecent) return new Response(null, { status: 204 })
      return refuse(403, 'forbidden', [{ field: 'currentPassword', message: 'This is not your password.' }])
    },
  })
  const { expectAddress } = await openAdminPage('/admin/accounts/new')
  for (const [label, text] of [
    ['First name', 'Rudo'],
    ['Last name', 'Dube'],
    ['Email', RUDO.email],
    ['Password', 'sixsix'],
  ] as const)
    await page.getByLabelText(label).fill(text)
  const create = page.getByRole('button', { name: 'Create account' })
  await create.click()
  const own = page.getByLabelText('Your own password')
  await expect.element(own).toBeVisible()
  await expectToFitEachSize()
  await userEvent.keyboard('{Escape}')
  await expect.element(page.getByText('password_required.')).toBeVisible()
  await expect.element(page.getByLabelText('First name')).toHaveValue('Rudo')

  await create.click()
  await own.fill('not mine')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('This is not your password.')).toBeVisible()
  await own.fill('mine')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('Admin account created successfully').first()).toBeVisible()
  await expectAddress('/admin/accounts')
  expect(new Set(bodies)).toEqual(new Set([bodies[0]]))
  expect(bodies).toHaveLength(3)
})

test('ending another administrator’s session asks for the password in a dialog above the confirmation', async () => {
  let isRecent = false
  const { answers } = openAccounts({
    '/sessions': [buildSession({ current: true }), buildSession({ id: 'tablet', admin: RUDO, browser: 'Safari on iPad' })],
    'DELETE /sessions/tablet': () => (isRecent ? new Response(null, { status: 204 }) : refuse(403, 'password_required')),
    'POST /password-confirmation': () => {
      isRecent = true
      return new Response(null, { status: 204 })
    },
  })
  await openAdminPage('/admin/accounts/sessions')
  await page.getByRole('button', { name: 'End the session of Rudo Dube, Safari on iPad' }).click()
  await question.getByRole('button', { name: 'End session' }).click()
  await page.getByLabelText('Your own password').fill('mine')
  answers['/sessions'] = []
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('Session ended')).toBeVisible()
  await expect.element(page.getByLabelText('Your own password')).not.toBeInTheDocument()
})

test('deleting one’s own account requires typing the account’s name and signs the administrator out', { tags: ['full'] }, async () => {
  const { calls } = openAccounts({
    'DELETE /admins/rudo': new Response(null, { status: 204 }),
    'DELETE /admins/chipo': new Response(null, { status: 204 }),
  })
  const { expectAddress } = await openAdminPage('/admin/accounts')
  await page.getByRole('button', { name: 'Delete Rudo Dube' }).click()
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect.element(page.getByText('Deleted successfully')).toBeVisible()
  await expect.element(question).not.toBeInTheDocument()
  await expect.element(page.getByText('Rudo Dube')).not.toBeInTheDocument()

  await page.getByRole('button', { name: 'Delete Chipo Dube' }).click()
  await expect.element(question.getByText(/This is your own account: you will be signed out\./)).toBeVisible()
  await expectToFitEachSize()
  await question.getByRole('button', { name: 'Delete' }).click()
  await expect.poll(troubleOfRefusal).toBe('')
  await page.viewport(1440, 900)
  await userEvent.keyboard('Rudo Dube{Enter}')
  await expect.element(question.getByText('Type “Chipo Dube” to delete this account.')).toBeVisible()
  await expect.poll(troubleOfRefusal).toBe('')
  await page.viewport(360, 740)
  expect(calls).not.toContain('/admins/chipo')
  await question.getByRole('textbox').fill(' chipo  dube')
  await userEvent.keyboard('{Enter}')
  await expectAddress('/admin/login')
  await expect.element(page.getByText('Deleted successfully').first()).toBeVisible()
  expect(localStorage.getItem('adminToken')).toBeNull()
})

test('an account’s form opens by its URL; an unknown account is reported as not found', async () => {
  openAccounts()
  const { go } = await openAdminPage('/admin/accounts/rudo/edit')
  await expect.element(page.getByLabelText('First name')).toHaveValue('Rudo')
  go('/admin/accounts/nobody/edit')
  await expect.element(page.getByText('This admin account no longer exists.')).toBeVisible()
})

test('two-step sign-in is turned on with a code from the authenticator app and turned off with the password', {
  tags: ['full'],
}, async () => {
  const code = { field: 'code', message: 'This code is wrong, or was used before.' }
  const { answers } = openAccounts({
    'POST /totp': {
      secret: 'JBSWY3DPEHPK3PXPJBSWY3DPEHPK3PXP',
      uri: 'otpauth://totp/Lectern:chipo@lectern.example?secret=JBSWY3DPEHPK3PXP',
    },
    '/totp/confirm': refuse(400, 'invalid_request', [code]),
    '/totp/chipo/remove': new Response(null, { status: 204 }),
  })
  await openAdminPage('/admin/account')
  await expect.element(page.getByText('Off: the password alone is enough.')).toBeVisible()
  await page.getByRole('button', { name: 'Turn on', exact: true }).click()
  await page.getByLabelText('Your own password').fill('mine')
  await expectToFitEachSize()
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('img', { name: 'QR code for the authenticator app' })).toBeVisible()
  await expect.element(page.getByText('JBSW Y3DP EHPK 3PXP JBSW Y3DP EHPK 3PXP')).toBeVisible()
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument()
  await expectToFitEachSize()
  const field = page.getByLabelText('Code', { exact: true })
  await field.fill('12345')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText(/^A code has six digits/)).toBeVisible()
  await field.fill('123456')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText(code.message)).toBeVisible()
  await expect.element(field).toHaveFocus()

  const recoveryCodes = Array.from({ length: 10 }, (_, index) => `ABCD2345EFGH67${22 + index}`)
  answers['/totp/confirm'] = { recoveryCodes }
  answers['/totp'] = { isOn: true, recoveryCodes: 10 }
  await field.fill('654321')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByRole('heading', { name: 'Your recovery codes' })).toHaveFocus()
  expect(
    page
      .getByRole('main')
      .getByRole('listitem')
      .getByText(/^ABCD-2345-EFGH-67\d\d$/)
      .elements(),
  ).toHaveLength(10)
  await expectToFitEachSize()
  await page.getByRole('button', { name: 'I have saved my codes' }).click()
  await expect.element(page.getByText('On; 10 recovery codes are left.')).toBeVisible()

  await page.getByRole('button', { name: 'Turn off', exact: true }).click()
  await page.getByLabelText('Your own password').fill('mine')
  answers['/totp'] = OFF
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('Off: the password alone is enough.')).toBeVisible()
})

function buildSession(changes: Partial<Session>): Session {
  const times = { createdAt: '2026-01-01T08:00:00.000Z', lastUsedAt: '2026-01-01T09:00:00.000Z', expiresAt: '2026-01-01T20:00:00.000Z' }
  return { id: 'one', admin: CHIPO, browser: 'Chrome on Linux', address: '127.0.0.1', current: false, ...times, ...changes }
}

test('a single session can be ended, and then all sessions except the current one', async () => {
  const [own, tablet, telephone] = [
    buildSession({ current: true }),
    buildSession({ id: 'tablet', browser: 'Safari on iPad' }),
    buildSession({ id: 'telephone', browser: '' }),
  ] as const
  const done = new Response(null, { status: 204 })
  const { answers, calls } = openAccounts({
    '/sessions': [own, tablet, telephone],
    'DELETE /sessions/tablet': done,
    'DELETE /sessions': () => {
      answers['/sessions'] = [own]
      return done
    },
  })
  await openAdminPage('/admin/accounts')
  await page.getByRole('link', { name: 'Who is signed in' }).click()
  await expect.element(page.getByRole('heading', { name: 'Who is signed in' })).toBeVisible()
  const rows = page.getByRole('main').getByRole('listitem')
  await expect.poll(() => rows.elements().length).toBe(3)
  expect(rows.filter({ hasText: 'This session' }).elements()).toHaveLength(1)
  expect(rows.first().element().textContent).toContain('Chrome on Linux, 127.0.0.1')
  await expectToFitEachSize()

  await page.getByRole('button', { name: 'End the session of Chipo Dube, Safari on iPad' }).click()
  await question.getByRole('button', { name: 'End session' }).click()
  await expect.element(page.getByText('Session ended')).toBeVisible()
  await expect.poll(() => rows.elements().length).toBe(2)
  await expect.element(page.getByRole('heading', { level: 1 })).toHaveFocus()
  expect(calls).toContain('/sessions/tablet')

  await page.getByRole('button', { name: 'Sign out everywhere else' }).click()
  await question.getByRole('button', { name: 'Sign out' }).click()
  await expect.element(page.getByText('Signed out everywhere else')).toBeVisible()
  await expect.poll(() => rows.elements().length).toBe(1)
})
