// @module-tag full
import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectToFitEachSize } from '#tests/support/component/accessibility.ts'
import { openFakeApi, refuse } from '#tests/support/component/fake-api.ts'
import { buildAuthor, buildBook, buildPodcast } from '#tests/support/component/items.ts'
import { openAdminPage } from '#tests/support/component/open-admin-page.tsx'

const LONG = `Long ${'x'.repeat(290)}`

const openApi = (answers = {}) =>
  openFakeApi({
    '/books': [buildBook({ title: LONG })],
    '/authors': [buildAuthor({ name: LONG })],
    '/podcasts': [buildPodcast({ title: LONG })],
    '/contact': { delivery: 'inbox' },
    '/login': { token: 'token' },
    '/logout': new Response(null, { status: 204 }),
    ...answers,
  })

test('the navigation lists the sections in order, with Messages, and Logout last', async () => {
  await page.viewport(1440, 900)
  const { answers } = openApi()
  const { unmount } = await openAdminPage('/admin/books')
  const entries = page.getByRole('navigation', { name: 'Admin' }).getByRole('listitem')
  const sections = 'Overview,Books,Authors,Podcasts,Admin Accounts,Orders,Sales,Statistics,Rates,Site,Messages,Activity,My account,Logout'
  const texts = () => entries.elements().map(({ textContent }) => textContent)
  await expect.poll(texts).toEqual(sections.split(','))

  // Without a contact inbox, the navigation has no Messages section.
  await unmount()
  answers['/contact'] = { delivery: 'simulate' }
  await openAdminPage('/admin/books')
  await expect.poll(texts).toEqual(sections.replace('Messages,', '').split(','))
  await page.viewport(360, 740)
})

test('an expired token is deleted, and the admin area redirects to the sign-in page once', async () => {
  openApi({ '/books': refuse(401, 'unauthenticated') })
  const { expectAddress } = await openAdminPage('/admin/books')
  await expectAddress('/admin/login')
  await expect.element(page.getByText('Your session has ended. Please sign in again.')).toBeVisible()
  await expect.element(page.getByText('Failed to fetch books')).toBeVisible()
  expect(localStorage.getItem('adminToken')).toBeNull()
  await expect.element(page.getByLabelText('Email')).toBeVisible()
})

test('logging out opens the sign-in page, and signing in again using only the keyboard opens the book list', async () => {
  openApi()
  const { expectAddress } = await openAdminPage('/admin/authors')
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('button', { name: 'Logout' }).click()
  await expectAddress('/admin/login')
  await expect.element(page.getByText('Logged out successfully')).toBeVisible()
  expect(localStorage.getItem('adminToken')).toBeNull()
  await expectToFitEachSize()
  ;(page.getByLabelText('Email').element() as HTMLElement).focus()
  await userEvent.keyboard('chipo@lectern.example')
  await userEvent.tab()
  await userEvent.keyboard('quiet river{Enter}')
  await expectAddress('/admin/books')
})

test('signing in returns to the requested page', async () => {
  openApi()
  const { expectAddress } = await openAdminPage('/admin/authors?q=seed', { token: null })
  await expectAddress('/admin/login')
  await page.getByLabelText('Email').fill('chipo@lectern.example')
  await page.getByLabelText('Password').fill('quiet river')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expectAddress('/admin/authors?q=seed')
})

test.each(['books', 'authors', 'podcasts'])(
  'the list of %s and its form for a new item fit every screen size and have no accessibility violations',
  async (path) => {
    openApi()
    await openAdminPage(`/admin/${path}`)
    await expect.element(page.getByText(LONG)).toBeVisible()
    await expectToFitEachSize()
    await page.getByRole('link', { name: /^Add / }).click()
    await expect.element(page.getByRole('dialog', { name: /^Add / })).toBeVisible()
    await expectToFitEachSize()
  },
)

test('the form for a new account fits every screen size and has no accessibility violations', async () => {
  openApi({ '/admins': [] })
  await openAdminPage('/admin/accounts/new')
  await expect.element(page.getByRole('dialog', { name: 'Create account' })).toBeVisible()
  await expectToFitEachSize()
})
