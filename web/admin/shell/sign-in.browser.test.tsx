// @module-tag full
import { createRoutesStub } from 'react-router'
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { render } from 'vitest-browser-react'
import { expectToFitEachSize, findViolations, overflows } from '#tests/support/component/accessibility.ts'
import { openFakeApi, refuse } from '#tests/support/component/fake-api.ts'
import { openAdminPage } from '#tests/support/component/open-admin-page.tsx'
import { troubleOfRefusal } from '#tests/support/focus.ts'
import { writeToken } from '#web/admin/kit/token.ts'
import AdminLogin from '#web/routes/admin/login.tsx'

const EMAIL = 'chipo@lectern.example'
const [email, password] = [page.getByLabelText('Email'), page.getByLabelText('Password')]

const openLogin = (answers = {}) =>
  openFakeApi({ '/login': { token: 'token', expiresAt: '', admin: {} }, '/books': [], '/contact': { delivery: 'simulate' }, ...answers })

test('signing in asks for a code if the account has two-step sign-in, and accepts a recovery code', async () => {
  const wrong = 'This code is wrong, or was used before. Wait for the next code of your authenticator app, or enter another recovery code.'
  openLogin({
    '/login': (_: URL, body: string) => {
      const { code } = JSON.parse(body) as { code?: string }
      if (code === undefined) return refuse(401, 'code_required')
      return code === 'ABCD2345EFGH6722' ? { token: 'token' } : refuse(401, 'code_required', [{ field: 'code', message: wrong }])
    },
  })
  const { expectAddress } = await openAdminPage('/admin/login', { token: null })
  await email.fill(EMAIL)
  await password.fill('mine')
  await userEvent.keyboard('{Enter}')
  const code = page.getByLabelText('Code from your app')
  await expect.element(code).toHaveFocus()
  await expectToFitEachSize()
  await code.fill('123456')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText(wrong)).toBeVisible()
  await expect.element(code).toHaveFocus()
  await code.fill('abcd-2345-efgh-6722')
  await userEvent.keyboard('{Enter}')
  await expectAddress('/admin/books')
  expect(localStorage.getItem('adminToken')).toBe('token')
})

test('wrong credentials are rejected, and the password field is focused', async () => {
  openLogin({ '/login': refuse(401, 'invalid_credentials') })
  await openAdminPage('/admin/login', { token: null })
  await email.fill(EMAIL)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect.element(page.getByText('Enter your password.')).toBeVisible()
  await expect.poll(troubleOfRefusal).toBe('')
  await password.fill('not mine')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('Invalid credentials')).toBeVisible()
  await expect.element(password).toHaveFocus()
  expect(localStorage.getItem('adminToken')).toBeNull()
})

test('successful sign-in removes the error toast of an earlier rejected attempt', async () => {
  const { answers } = openLogin({ '/login': refuse(401, 'invalid_credentials') })
  await openAdminPage('/admin/login', { token: null })
  await email.fill(EMAIL)
  await password.fill('not mine')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('Invalid credentials')).toBeVisible()
  answers['/login'] = { token: 'token', expiresAt: '', admin: {} }
  await password.fill('mine')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('Logged in successfully')).toBeVisible()
  await expect.element(page.getByText('Invalid credentials')).not.toBeInTheDocument()
})

test('the sign-in page says that it is loading until the admin area has loaded', async () => {
  writeToken('token')
  const Stub = createRoutesStub([
    { path: '/admin/login', Component: AdminLogin },
    { path: '/admin/books', loader: () => new Promise(() => {}) },
  ])
  await render(<Stub initialEntries={['/admin/login']} />)
  await expect.element(page.getByText('Loading')).toBeVisible()
})

test.each([
  ['the server fails', () => refuse(500, 'internal'), /The server could not do this right now/],
  ['there were too many attempts', () => refuse(429, 'too_many_requests'), /Too many attempts to sign in/],
  ['there is no connection', () => Promise.reject(new TypeError('Failed to fetch')), /The server could not be reached/],
])('signing in fails with the toast, and a sentence that says why, when %s', async (_, answer, reason) => {
  openLogin({ '/login': answer })
  await openAdminPage('/admin/login', { token: null })
  await email.fill(EMAIL)
  await password.fill('mine')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('Invalid credentials')).toBeVisible()
  await expect.element(page.getByText(reason)).toBeVisible()
})

test('a forgotten password can be reset with an emailed code, also after a reload of the page', async () => {
  const wrong = 'This code is wrong or has expired. Request a new one.'
  const sent: unknown[] = []
  openLogin({
    '/password-reset': { byEmail: true },
    '/password-reset/codes': new Response(null, { status: 204 }),
    'POST /password-reset': (_: URL, body: string) => {
      const values = JSON.parse(body) as { code: string }
      sent.push(values)
      return values.code === '12345678'
        ? new Response(null, { status: 204 })
        : refuse(400, 'invalid_request', [{ field: 'code', message: wrong }])
    },
  })
  const { unmount } = await openAdminPage('/admin/login', { token: null })
  await email.fill(EMAIL)
  await page.getByRole('link', { name: 'Forgot password?' }).click()
  await expect.element(page.getByRole('heading', { name: 'Forgot password?' })).toBeVisible()
  await expect.element(email).toHaveValue(EMAIL)
  await expectToFitEachSize()
  await page.getByRole('button', { name: 'Send me a code' }).click()
  const sentLine = page.getByText(/If we know this address, a code is on its way to .* It is valid until \d\d:\d\d\./)
  await expect.element(sentLine).toBeVisible()

  // The test reopens the page, since a phone may reload a page while the visitor reads an email in another app.
  await unmount()
  const { expectAddress } = await openAdminPage('/admin/forgot-password', { token: null })
  await expect.element(sentLine).toBeVisible()
  const [code, fresh] = [page.getByLabelText('Code'), page.getByLabelText('New password')]
  await expect.element(code).toHaveFocus()
  await userEvent.keyboard('1234')
  await fresh.fill('short')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText('Enter the eight digits of the code.')).toBeVisible()
  await expect.element(page.getByText('Use at least 6 characters.')).toBeVisible()
  await expectToFitEachSize()
  await fresh.fill('rains of another March')
  await code.fill('00000000')
  await userEvent.keyboard('{Enter}')
  await expect.element(page.getByText(wrong)).toBeVisible()
  await expect.poll(troubleOfRefusal).toBe('')
  await code.fill('1234 5678')
  await userEvent.keyboard('{Enter}')

  await expectAddress('/admin/login')
  await expect.element(page.getByText('Your password has been changed. Sign in with it.')).toHaveFocus()
  await expect.element(email).toHaveValue(EMAIL)
  await expectToFitEachSize()
  expect(sent.at(-1)).toMatchObject({ email: EMAIL, code: '12345678', password: 'rains of another March' })
  expect(JSON.stringify({ ...sessionStorage })).not.toContain(EMAIL)
})

test('without a mail server outside production, the password reset page explains that the code is saved as a file on the server', async () => {
  openLogin({ '/password-reset': { byEmail: false, toFiles: true } })
  await openAdminPage('/admin/forgot-password', { token: null })
  await expect.element(page.getByText(/The code is saved as a file on the server/)).toBeVisible()
  await expect.element(page.getByLabelText('Email')).toBeVisible()
  await expectToFitEachSize()
})

test('without email delivery, the password reset page explains who can set a new password', async () => {
  await page.viewport(320, 640)
  openLogin({ '/password-reset': { byEmail: false } })
  await openAdminPage('/admin/forgot-password', { token: null })
  await expect.element(page.getByText(/^Ask a colleague to set a new password/)).toBeVisible()
  expect(page.getByRole('textbox').elements()).toEqual([])
  expect([await findViolations(), overflows()]).toEqual([[], false])
  await page.getByRole('link', { name: 'Back to sign in' }).click()
  await expect.element(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
  await page.viewport(360, 740)
})
