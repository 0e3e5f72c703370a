import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest'
import { findBarriers, overflows } from '#tests/support/accessibility.ts'
import { fillSignIn, signInAt } from '#tests/support/admin-area.ts'
import { inEachSize, UNANSWERED, VIEWPORTS } from '#tests/support/browser.ts'
import { test } from '#tests/support/browser-test.ts'
import { closeByEscape, findRefusalTrouble, focused, waitForFocusIn, waitForStillness } from '#tests/support/focus.ts'
import { ask } from '#tests/support/run-app.ts'
import { openSite, type Site } from '#tests/support/site.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site?.close())

const [phone, desktop] = VIEWPORTS

const signIn = (page: Page) => signInAt(page, site.credentials)

test('two tabs are signed in; logging out in one sends the other to the sign-in page too', async () => {
  const { context, page } = await site.profile(desktop, { mayComplain: UNANSWERED })
  await signIn(page)
  const other = await context.newPage()
  await other.goto('/admin/authors')
  await other.getByRole('heading', { name: 'Authors' }).waitFor()
  await page.getByRole('button', { name: 'Logout' }).click()
  await page.getByText('Logged out successfully').waitFor()
  await page.waitForURL('**/admin/login')
  await other.waitForURL('**/admin/login')
  expect(await page.evaluate(() => localStorage.getItem('adminToken'))).toBeNull()
})

test('a token that no longer holds is forgotten, and the way leads to the sign-in page once', async () => {
  const { page } = await site.profile(desktop, { mayComplain: UNANSWERED })
  await page.goto('/admin/login')
  await page.evaluate(() => localStorage.setItem('adminToken', 'x'.repeat(43)))
  await page.goto('/admin/accounts')
  await page.waitForURL('**/admin/login')
  expect(await page.evaluate(() => localStorage.getItem('adminToken'))).toBeNull()
  await page.getByLabel('Email').waitFor()
})

test('a deep link is remembered through signing in, and the sign-in page leads on whoever is signed in', async () => {
  const { context, page } = await site.profile(phone, { mayComplain: UNANSWERED })
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
})

test('an empty form names every field; a price of 19.999 and of text is refused beside it', async () => {
  const { page } = await site.profile(desktop, { mayComplain: UNANSWERED })
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
})

test.each(VIEWPORTS)('at $width × $height every refused form has the focus on its first error, in view', async (viewport) => {
  const { page } = await site.profile(viewport, { mayComplain: UNANSWERED })
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
})

test('a book is changed, found, and deleted after a question', async () => {
  const { id } = await site.publishBook({ title: 'A book to change' })
  onTestFinished(async () => {
    await site.remove(`/books/${id}`)
  })
  const { page } = await site.profile(desktop)
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
})

test('what adds an item lies over its list, leads back to the search and the scroll of it, and puts the new row on top', async () => {
  const ids = await Promise.all(['Anesu', 'Chipo', 'Farai', 'Nyasha', 'Rudo', 'Tendai', 'Vimbai', 'Zuva'].map(createAccount))
  onTestFinished(async () => {
    await Promise.all(ids.map((id) => site.remove(`/admins/${id}`)))
  })
  const { page } = await site.profile(phone)
  await signIn(page)
  await page.goto('/admin/accounts?q=gwatidzo')
  await page.getByText('8 admin accounts found').waitFor()
  const opener = page.getByRole('link', { name: 'Add admin account' })
  const panel = page.getByRole('dialog', { name: 'Add admin account' })
  const question = page.getByRole('alertdialog')
  await page.evaluate(() => scrollTo(0, 60))

  async function open() {
    await opener.click()
    await page.waitForURL('**/admin/accounts/new?q=gwatidzo')
    await waitForFocusIn(panel)
  }
  /** As it was before: the address with its search, the scroll, and the focus on what opened the panel. */
  async function expectList() {
    await panel.waitFor({ state: 'detached' })
    await expect.poll(() => new URL(page.url()).pathname + new URL(page.url()).search).toBe('/admin/accounts?q=gwatidzo')
    await expect.poll(() => opener.evaluate((link) => link === document.activeElement)).toBe(true)
    expect(await page.getByRole('searchbox').inputValue()).toBe('gwatidzo')
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(60)
  }

  await open()
  await waitForStillness(panel)
  expect(await panel.boundingBox()).toEqual({ x: 0, y: 0, ...phone })
  expect(await focused(page)).toBe('h1 Add admin account')
  await closeByEscape(page, panel)
  await expectList()
  await open()
  await panel.getByRole('button', { name: 'Close' }).click()
  await expectList()
  await open()
  await page.goBack()
  await expectList()

  // What was typed is asked about; staying keeps it, leaving gives it up.
  await open()
  await panel.getByLabel('First name').fill('Tawanda')
  await page.keyboard.press('Escape')
  await question.getByRole('button', { name: 'Stay here' }).click()
  expect(await panel.getByLabel('First name').inputValue()).toBe('Tawanda')
  await page.goBack()
  // Timers that fire late let the panel go before its question has returned the focus.
  await page.evaluate(() => {
    const { setTimeout: start } = window
    window.setTimeout = ((run: () => void, delay = 0) => start(run, delay + 200)) as typeof setTimeout
  })
  await question.getByRole('button', { name: 'Leave' }).click()
  await expectList()

  await open()
  await panel.getByLabel('First name').fill('Tawanda')
  await panel.getByLabel('Last name').fill('Moyo')
  await panel.getByLabel('Email').fill(`${randomUUID()}@lectern.example`)
  await panel.getByLabel('Password').fill('quiet river')
  await panel.getByRole('button', { name: 'Create account' }).click()
  await panel.waitFor({ state: 'detached' })
  await page.waitForURL('**/admin/accounts')
  await expect.poll(() => focused(page)).toBe('a Edit Tawanda Moyo')
  expect(await page.locator('main li').first().textContent()).toContain('Tawanda Moyo')
  await page.goBack()
  await page.getByText('8 admin accounts found').waitFor()

  // The address alone draws the list too, and the panel beside it where there is room.
  await page.setViewportSize(desktop)
  await page.goto('/admin/accounts/new')
  await waitForFocusIn(panel)
  const title = page.locator('main h1')
  await page.locator('main li').first().waitFor()
  await waitForStillness(panel)
  expect((await panel.boundingBox())?.x).toBeGreaterThan((await title.boundingBox())?.x ?? Number.POSITIVE_INFINITY)
  expect(await panel.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
  await panel.getByRole('button', { name: 'Cancel' }).click()
  await page.waitForURL('**/admin/accounts')
  await expect.poll(() => opener.evaluate((link) => link === document.activeElement)).toBe(true)
})

test('what an administrator typed survives a server that does not answer', async () => {
  const { page } = await site.profile(desktop, { mayComplain: UNANSWERED })
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
})

test('in each size of window no screen of the area has a barrier or scrolls sideways', async () => {
  await site.publishBook({ title: `Long ${'x'.repeat(290)}` })
  const { page } = await site.profile(phone)
  await signIn(page)
  for (const path of ['books', 'books/new', 'authors', 'authors/new', 'podcasts', 'podcasts/new', 'accounts', 'accounts/new']) {
    await page.goto(`/admin/${path}`)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.waitForLoadState('networkidle')
    await inEachSize(page, async ({ width }) => {
      expect(await findBarriers(page), `${path}, ${width}`).toEqual([])
      expect(await overflows(page), `${path}, ${width}`).toBe(false)
    })
  }
})

test('the sign-in page works with the keyboard alone', async () => {
  const { page } = await site.profile(phone, { mayComplain: UNANSWERED })
  await page.goto('/admin/login')
  await page.getByRole('heading', { name: 'Sign in' }).waitFor()
  expect(await findBarriers(page)).toEqual([])
  await page.getByLabel('Email').focus()
  await page.keyboard.type(site.credentials.email)
  await page.keyboard.press('Tab')
  await page.keyboard.type(site.credentials.password)
  await page.keyboard.press('Enter')
  await page.waitForURL('**/admin/books')
})

/** An account of the Gwatidzo family, who are found by their name. */
async function createAccount(firstname: string): Promise<string> {
  const answer = await ask(`${site.url}/api/admins`, {
    method: 'POST',
    headers: { ...site.headers, 'content-type': 'application/json' },
    body: JSON.stringify({ firstname, lastname: 'Gwatidzo', email: `${randomUUID()}@lectern.example`, password: 'quiet river' }),
  })
  return ((await answer.json()) as { id: string }).id
}
