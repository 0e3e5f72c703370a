import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { findBarriers, overflows } from '#tests/support/accessibility.ts'
import { fillSignIn, signInAt } from '#tests/support/admin-area.ts'
import { VIEWPORTS } from '#tests/support/browser.ts'
import { findRefusalTrouble, focused } from '#tests/support/focus.ts'
import { openSite, type Site } from '#tests/support/site.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site?.close())

const [phone, desktop] = VIEWPORTS

const signIn = (page: Page) => signInAt(page, site.credentials)

test('two tabs are signed in; logging out in one sends the other to the sign-in page too', async () => {
  const { context, page } = await site.profile(desktop)
  await signIn(page)
  const other = await context.newPage()
  await other.goto('/admin/authors')
  await other.getByRole('heading', { name: 'Authors' }).waitFor()
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.getByText('Logged out successfully').waitFor()
  await page.waitForURL('**/admin/login')
  await other.waitForURL('**/admin/login')
  expect(await page.evaluate(() => localStorage.getItem('adminToken'))).toBeNull()
  await context.close()
})

test('a token that no longer holds is forgotten, and the way leads to the sign-in page once', async () => {
  const { context, page } = await site.profile(desktop)
  await page.goto('/admin/login')
  await page.evaluate(() => localStorage.setItem('adminToken', 'x'.repeat(43)))
  await page.goto('/admin/accounts')
  await page.waitForURL('**/admin/login')
  expect(await page.evaluate(() => localStorage.getItem('adminToken'))).toBeNull()
  await page.getByLabel('Email').waitFor()
  await context.close()
})

test('a deep link is remembered through signing in, and the sign-in page leads on whoever is signed in', async () => {
  const { context, page } = await site.profile(phone)
  await page.goto('/admin/orders?q=seed&state=paid')
  await page.waitForURL('**/admin/login')
  await page.reload()
  await fillSignIn(page, site.credentials)
  await page.waitForURL('**/admin/orders?q=seed&state=paid')
  await page.getByRole('heading', { name: 'Orders' }).waitFor()
  await page.goto('/admin/login')
  await page.waitForURL('**/admin/books')

  // Another tab of somebody who signs in here is led on too; whoever logs out begins at the books again.
  await page.getByRole('button', { name: 'Menu' }).click()
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.waitForURL('**/admin/login')
  const other = await context.newPage()
  await other.goto('/admin/authors/new')
  await other.waitForURL('**/admin/login')
  await fillSignIn(page, site.credentials)
  await page.waitForURL('**/admin/books')
  await other.waitForURL('**/admin/authors/new')
  await context.close()
})

test('an empty form names every field; a price of 19.999 and of text is refused beside it', async () => {
  const { context, page } = await site.profile(desktop)
  await signIn(page)
  await page.goto('/admin/books/new')
  await page.getByRole('button', { name: 'Add book' }).click()
  for (const message of [
    'Enter a title.',
    'Enter an author.',
    'Enter a price; 0 makes it free.',
    'Enter at least one category.',
    'Enter a description.',
  ]) {
    await page.getByText(message).waitFor()
  }
  await page.getByLabel('Price').fill('19.999')
  await page.getByRole('button', { name: 'Add book' }).click()
  await page.getByText('Enter a price with at most two decimals.').waitFor()
  expect(await findBarriers(page)).toEqual([])
  await context.close()
})

test.each(VIEWPORTS)('at $width × $height every refused form has the focus on its first error, in view', async (viewport) => {
  const { context, page } = await site.profile(viewport)
  await page.goto('/admin/login')
  await page.getByLabel('Email').fill(site.credentials.email)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect.poll(() => findRefusalTrouble(page)).toBe('')
  expect(await focused(page)).toBe('input password')

  await signIn(page)
  for (const { path, open, submit } of [
    { path: 'books/new', submit: 'Add book' },
    { path: 'authors/new', submit: 'Add author' },
    { path: 'accounts/new', submit: 'Create account' },
    { path: 'rates', submit: 'Add rate' },
    { path: 'orders', open: 'Grant an item', submit: 'Grant it' },
    { path: 'podcasts/new', submit: 'Add podcast' },
  ]) {
    await page.goto(`/admin/${path}`)
    if (open) await page.getByRole('button', { name: open }).click()
    await page.getByRole('button', { name: submit }).click()
    await expect.poll(() => findRefusalTrouble(page), { message: path }).toBe('')
  }

  // Buttons come before a text that is missing too.
  for (const [label, text] of Object.entries({ Title: 'Patience', Host: 'Tapiwa', Duration: '1:00', Price: '0' }))
    await page.getByLabel(label).fill(text)
  await page.getByRole('button', { name: 'Add podcast' }).click()
  await expect.poll(() => focused(page)).toBe('button Relationship Coaching')
  await expect.poll(() => findRefusalTrouble(page)).toBe('')
  await page.getByText('Enter a description.').waitFor()

  await page.goto('/admin/rates')
  await page.getByText('Import a table of rates').click()
  await page.getByRole('button', { name: 'Import', exact: true }).click()
  await page.getByText('Choose a file or paste the rows first.').waitFor()
  await expect.poll(() => page.getByLabel('Rows').evaluate((field) => field === document.activeElement)).toBe(true)
  await context.close()
})

test('a book is changed, found, and deleted after a question', async () => {
  const { id } = await site.publishBook({ title: 'A book to change' })
  onTestFinished(async () => {
    await site.remove(`/books/${id}`)
  })
  const { context, page, complaints } = await site.profile(desktop)
  await signIn(page)
  await page.getByRole('link', { name: 'Edit A book to change' }).click()
  await page.getByLabel('Title').fill('A changed book')
  await page.getByLabel('Price').fill('2.50')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByText('Book updated successfully').waitFor()
  await page.getByText('$2.50').waitFor()

  await page.getByRole('button', { name: 'Delete A changed book' }).click()
  const question = page.getByRole('alertdialog')
  expect(await findBarriers(page)).toEqual([])
  await question.getByRole('button', { name: 'Cancel' }).click()
  expect(await page.getByText('A changed book').count()).toBeGreaterThan(0)
  await page.getByRole('button', { name: 'Delete A changed book' }).click()
  await question.getByRole('button', { name: /Delete/ }).click()
  await page.getByText('Deleted successfully').waitFor()
  await expect.poll(() => page.getByRole('button', { name: 'Delete A changed book' }).count()).toBe(0)
  expect(complaints).toEqual([])
  await context.close()
})

test('what an administrator typed survives a server that does not answer', async () => {
  const { context, page } = await site.profile(desktop)
  await signIn(page)
  await page.goto('/admin/accounts/new')
  await page.getByLabel('First name').fill('Rudo')
  await page.getByLabel('Last name').fill('Dube')
  await page.getByLabel('Email').fill(`${randomUUID()}@lectern.example`)
  await page.getByLabel('Password').fill('secret1')
  await page.route('**/api/admins', (route) => route.abort())
  await page.getByRole('button', { name: /Create|Add/ }).click()
  await page.getByText('Failed to create admin account').waitFor()
  expect(await page.getByLabel('First name').inputValue()).toBe('Rudo')
  await page.unroute('**/api/admins')
  await page.getByRole('button', { name: /Create|Add/ }).click()
  await page.getByText('Admin account created successfully').waitFor()
  await context.close()
})

test.each(VIEWPORTS)('at $width × $height no screen of the area has a barrier or scrolls sideways', async (viewport) => {
  await site.publishBook({ title: `Long ${'x'.repeat(290)}` })
  const { context, page, complaints } = await site.profile(viewport)
  await signIn(page)
  for (const path of ['books', 'books/new', 'authors', 'authors/new', 'podcasts', 'podcasts/new', 'accounts', 'accounts/new']) {
    await page.goto(`/admin/${path}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.waitForLoadState('networkidle')
    expect(await findBarriers(page), path).toEqual([])
    expect(await overflows(page), path).toBe(false)
  }
  expect(complaints).toEqual([])
  await context.close()
})

test('the sign-in page works with the keyboard alone', async () => {
  const { context, page } = await site.profile(phone)
  await page.goto('/admin/login')
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  expect(await findBarriers(page)).toEqual([])
  await page.getByLabel('Email').focus()
  await page.keyboard.type(site.credentials.email)
  await page.keyboard.press('Tab')
  await page.keyboard.type(site.credentials.password)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/admin/books')
  await context.close()
})
