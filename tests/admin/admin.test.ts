import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, onTestFinished } from 'vitest'
import { fillSignIn, signInAt } from '#tests/support/admin-area.ts'
import { UNANSWERED, VIEWPORTS } from '#tests/support/browser.ts'
import { test } from '#tests/support/browser-test.ts'
import { closeByEscape, focused, waitForFocusIn } from '#tests/support/focus.ts'
import { rawGet } from '#tests/support/raw-get.ts'
import { ask } from '#tests/support/run-app.ts'
import { toForm } from '#tests/support/sample-files.ts'
import { openSite, type Site } from '#tests/support/site.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site?.close())

const [phone, desktop] = VIEWPORTS

const signIn = (page: Page) => signInAt(page, site.credentials)

test('logging out in one of two tabs sends the other tab to the sign-in page too', { tags: ['full'] }, async () => {
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

test('signing in returns to the requested deep link, and the sign-in page redirects a signed-in administrator', {
  tags: ['full'],
}, async () => {
  const { context, page } = await site.profile(phone, { mayComplain: UNANSWERED })
  await page.goto('/admin/orders?q=seed&state=paid')
  await page.waitForURL('**/admin/login')
  await page.reload()
  await fillSignIn(page, site.credentials)
  await page.waitForURL('**/admin/orders?q=seed&state=paid')
  await page.getByRole('heading', { name: 'Orders' }).waitFor()
  await page.goto('/admin/login')
  await page.waitForURL('**/admin/books')

  // Signing in also redirects the second tab. After logging out, the next sign-in returns to the books.
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

test('a book is edited, found, and deleted after a confirmation', { tags: ['oldest'] }, async () => {
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
  await question.getByRole('button', { name: 'Cancel' }).click()
  expect(await page.getByText('A changed book').count()).toBeGreaterThan(0)
  await page.getByRole('button', { name: 'Delete A changed book' }).click()
  await question.getByRole('button', { name: /Delete/ }).click()
  await page.getByText('Deleted successfully').waitFor()
  await expect.poll(() => page.getByRole('button', { name: 'Delete A changed book' }).count()).toBe(0)
})

test('several books are hidden, deleted and restored on a phone, and visitors see each step', async () => {
  const run = randomUUID()
  const books = [await site.publishBook({ title: `Kept together ${run}` }), await site.publishBook({ title: `Thrown together ${run}` })]
  onTestFinished(async () => {
    for (const { id } of books) await site.remove(`/books/${id}`)
  })
  const listed = async () => {
    const { body } = await rawGet(`${site.url}/bookshop`)
    return books.map(({ title }) => body.includes(title))
  }
  const statuses = () => Promise.all(books.map(async ({ slug }) => (await rawGet(`${site.url}/books/${slug}`)).status))
  const { page } = await site.profile(phone)
  await signIn(page)
  const select = async () => {
    for (const { title } of books) await page.getByRole('checkbox', { name: `Select ${title}` }).check()
  }

  await select()
  await page.getByRole('button', { name: 'Status', exact: true }).click()
  await page.getByRole('dialog').getByLabel('Status').selectOption('hidden')
  await page.getByRole('dialog').getByText('2 books will leave lists, searches and feeds.').waitFor()
  await page.getByRole('button', { name: 'Change status' }).click()
  await page.getByText('2 books changed').waitFor()
  expect([await listed(), await statuses()]).toEqual([
    [false, false],
    [200, 200],
  ])
  await page.getByRole('button', { name: 'Undo' }).click()
  await page.getByText('Change undone for 2 books').waitFor()
  expect(await listed()).toEqual([true, true])

  await select()
  await page.getByRole('button', { name: 'Delete', exact: true }).click()
  await page.getByRole('alertdialog').getByText('they can be restored for 30 days').waitFor()
  await page.getByRole('button', { name: 'Delete 2 books' }).click()
  await page.getByText('2 books moved to the bin').waitFor()
  await expect.poll(() => page.getByText(books[0]?.title ?? '').count()).toBe(0)
  expect([await listed(), await statuses()]).toEqual([
    [false, false],
    [410, 410],
  ])

  await page.goto('/admin/books?state=bin')
  await select()
  await page.getByRole('button', { name: 'Restore', exact: true }).click()
  await page.getByText('2 books restored').waitFor()
  expect([await listed(), await statuses()]).toEqual([
    [true, true],
    [200, 200],
  ])
})

test('closing the form for a new item, also with the browser’s Back button, restores the search, scroll offset and focus of its list', {
  tags: ['full'],
}, async () => {
  const ids = await Promise.all(['Anesu', 'Chipo', 'Farai', 'Nyasha', 'Rudo', 'Tendai', 'Vimbai', 'Zuva'].map(createAccount))
  onTestFinished(async () => {
    await Promise.all(ids.map((id) => site.remove(`/admins/${id}`)))
  })
  const { page } = await site.profile(phone)
  await signIn(page)
  await page.goto('/admin/accounts?q=gwatidzo')
  await page.getByText('8 admin accounts found').waitFor()
  const opener = page.getByRole('link', { name: 'Create account' })
  const panel = page.getByRole('dialog', { name: 'Create account' })
  const question = page.getByRole('alertdialog')
  await page.evaluate(() => scrollTo(0, 60))
  // The link is hovered first, since a click on a covered link would scroll it into view.
  await opener.hover()
  const scrolled = await page.evaluate(() => scrollY)
  expect(scrolled).toBeGreaterThan(0)

  async function open() {
    await opener.click()
    await page.waitForURL('**/admin/accounts/new?q=gwatidzo')
    await waitForFocusIn(panel)
  }
  /** Expects the list in its former state: the URL with its search, the scroll offset, and the focus on the link that opened the panel. */
  async function expectList() {
    await panel.waitFor({ state: 'detached' })
    await expect.poll(() => new URL(page.url()).pathname + new URL(page.url()).search).toBe('/admin/accounts?q=gwatidzo')
    await expect.poll(() => opener.evaluate((link) => link === document.activeElement)).toBe(true)
    expect(await page.getByRole('searchbox').inputValue()).toBe('gwatidzo')
    await expect.poll(() => page.evaluate(() => scrollY)).toBe(scrolled)
  }

  await open()
  await closeByEscape(page, panel)
  await expectList()
  await open()
  await panel.getByRole('button', { name: 'Close' }).click()
  await expectList()
  await open()
  await page.goBack()
  await expectList()

  // Closing a form with unsaved input needs a confirmation: canceling keeps the input, confirming discards it.
  await open()
  await panel.getByLabel('First name').fill('Tawanda')
  await page.keyboard.press('Escape')
  await question.getByRole('button', { name: 'Stay here' }).click()
  expect(await panel.getByLabel('First name').inputValue()).toBe('Tawanda')
  await page.goBack()
  // Timers are delayed, so that the panel closes before its confirmation dialog has returned the focus.
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
})

test('a conflicting change is compared with the newer version of the item and then saved over it', { tags: ['full'] }, async () => {
  const { id } = await site.publishBook({ title: 'Changed twice', price: '7' })
  onTestFinished(async () => {
    await site.remove(`/books/${id}`)
  })
  const { page } = await site.profile(phone, { mayComplain: UNANSWERED })
  await signIn(page)
  await page.goto(`/admin/books/${id}/edit`)
  await page.getByLabel('Title').fill('Changed twice, mine')
  const body = toForm({ price: '5', description: 'Another description.' })
  expect((await ask(`${site.url}/api/books/${id}`, { method: 'PATCH', headers: site.headers, body })).status).toBe(200)
  await page.getByRole('button', { name: 'Save changes' }).press('Enter')
  await page.getByRole('button', { name: 'Compare with the newer version' }).press('Enter')
  await page.getByRole('dialog', { name: 'The newer version' }).getByText('$5.00').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Save my changes anyway' }).press('Enter')
  await page.getByText('Book updated successfully').waitFor()
  const stored = (await (await ask(`${site.url}/api/books/${id}`)).json()) as Record<string, unknown>
  expect(stored).toMatchObject({ title: 'Changed twice, mine', price: 5, description: 'Another description.' })
})

/** Creates an account with the last name Gwatidzo, which the search finds. */
async function createAccount(firstname: string): Promise<string> {
  const answer = await ask(`${site.url}/api/admins`, {
    method: 'POST',
    headers: { ...site.headers, 'content-type': 'application/json' },
    body: JSON.stringify({ firstname, lastname: 'Gwatidzo', email: `${randomUUID()}@lectern.example`, password: 'quiet river' }),
  })
  return ((await answer.json()) as { id: string }).id
}
