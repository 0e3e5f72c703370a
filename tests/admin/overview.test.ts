// @module-tag full
import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect } from 'vitest'
import { findBarriers, overflows } from '#tests/support/accessibility.ts'
import { openArea, signInAt } from '#tests/support/admin-area.ts'
import { inEachSize, UNANSWERED, VIEWPORTS } from '#tests/support/browser.ts'
import { test } from '#tests/support/browser-test.ts'
import { ask } from '#tests/support/run-app.ts'
import { buildPdf, toForm } from '#tests/support/sample-files.ts'
import { openSite, type Site } from '#tests/support/site.ts'
import { showsPage } from '#tests/support/viewer.ts'

let site: Site
beforeAll(async () => {
  site = await openSite({ CONTACT_DELIVERY: 'inbox' })
  const { id } = await site.publishBook({ title: 'Sow in Season', price: '7' })
  const changed = await ask(`${site.url}/api/books/${id}`, { method: 'PATCH', headers: site.headers, body: toForm({ price: '5' }) })
  expect(changed.status).toBe(200)
  await site.publishPodcast({ title: `Long ${'x'.repeat(200)}` })
})
afterAll(() => site?.close())

const [phone, desktop] = VIEWPORTS

async function write(name: string) {
  const response = await ask(`${site.url}/api/contact`, {
    method: 'POST',
    body: JSON.stringify({
      name,
      email: 'visitor@lectern.example',
      subject: 'Publishing',
      message: `Hello from ${name}.\n\nIs there room?`,
    }),
    headers: { 'content-type': 'application/json' },
  })
  expect(response.status).toBe(204)
}

test('the overview shows counts, the newest items and pending tasks', async () => {
  const { page } = await site.profile(desktop)
  await signInAt(page, site.credentials)
  await page.getByRole('link', { name: 'Overview' }).click()
  await page.getByRole('link', { name: '1 Books' }).waitFor()
  await page.getByRole('link', { name: 'Sow in Season' }).waitFor()
  await page.getByRole('heading', { name: 'Sales' }).waitFor()
  await page.getByText('Nothing has been sold yet.').waitFor()
  await page.getByText(/checks without a problem/).click()
  await page.getByText('Before visitors come, ask the operator to enter the site’s address').waitFor()
  await page.getByRole('link', { name: 'Sow in Season' }).click()
  await page.getByRole('heading', { name: 'Edit book' }).waitFor()
})

test('the activity log describes each action in a sentence and can be filtered by kind, actor and text', async () => {
  const { page } = await site.profile(desktop, { mayComplain: UNANSWERED })
  await signInAt(page, site.credentials)
  await openArea(page, 'activity')
  await page.getByText('Demonstration Admin changed the price of “Sow in Season” from $7.00 to $5.00.').waitFor()
  await page.getByText('Demonstration Admin signed in.').first().waitFor()
  await page.getByLabel('What', { exact: true }).selectOption('Books')
  await expect.poll(() => page.getByText('signed in').count()).toBe(0)
  await page.getByText('2 entries found').waitFor()
  await page.getByLabel('Search names and addresses').fill('nobody here')
  await page.getByText('No entries match “nobody here”.').waitFor()
  await page.getByRole('button', { name: 'Clear the search' }).click()
  await page.getByText('Demonstration Admin signed in.').first().waitFor()
  await page.getByLabel('By whom').selectOption('Commands on the server')
  await page.getByText('A command on the server created the admin account of Demonstration Admin.').waitFor()
})

test('a visit, an opened book and a finished book are counted, and the administrator sees them by title, day and source', {
  tags: ['full'],
}, async () => {
  const book = await site.publishBook({ title: 'Counted', price: '0', pdf: await buildPdf({ pages: 2, title: 'Counted' }) })
  const userAgent = 'Mozilla/5.0 (Linux; Android 14; K) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0.0.0 Mobile Safari/537.36'
  const visitor = (await site.profile(phone, { userAgent })).page
  await visitor.goto(`/books/${book.slug}`, { referer: 'https://news.example/books' })
  await visitor.getByRole('main').getByRole('button', { name: 'Read' }).first().click()
  const finished = visitor.waitForRequest((request) => request.url().endsWith(`/api/statistics/book/${book.id}?event=finished`))
  await showsPage(visitor, 1, 2)
  await visitor.getByRole('button', { name: 'Next' }).click()
  expect((await (await finished).response())?.status()).toBe(204)

  const { page } = await site.profile(desktop)
  await signInAt(page, site.credentials)
  await expect
    .poll(async () => {
      await openArea(page, 'statistics')
      await page.getByRole('main').getByText('Loading').waitFor({ state: 'detached' })
      return page.getByRole('row', { name: 'Counted' }).getByRole('cell').allInnerTexts()
    })
    .toEqual(['1', '1', '1', '–', '0'])
  await page.getByRole('button', { name: 'Opened' }).click()
  await page.getByRole('columnheader', { name: 'Opened', exact: true }).and(page.locator('[aria-sort=descending]')).waitFor()
  await page.getByRole('link', { name: 'Counted' }).click()
  await page.getByRole('heading', { name: 'Counted', level: 1 }).waitFor()
  await page.getByRole('row', { name: 'news.example 1' }).waitFor()
  await page.getByText('The figures by day').click()
  await page.getByRole('table', { name: 'By day' }).getByRole('row').nth(1).waitFor()
  await page.getByRole('link', { name: 'Edit' }).click()
  await page.getByText('The last 30 days: 1 page view, 1 opened').waitFor()
  await page.getByRole('link', { name: 'Overview' }).click()
  await page.getByRole('table', { name: 'Most viewed' }).getByText('Counted').waitFor()
})

test('a contact message is read, answered and deleted with the keyboard alone', async () => {
  const name = `Tariro ${randomUUID().slice(0, 8)}`
  await write(name)
  const { page } = await site.profile(phone, { mayComplain: UNANSWERED })
  await signInAt(page, site.credentials)
  await openArea(page, 'messages')
  const row = page.getByRole('listitem').filter({ hasText: `Publishing from ${name}` })
  await row.getByText('Unread').waitFor()
  await row.getByRole('button', { name: new RegExp(`^Publishing from ${name}`) }).press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Publishing' })
  await dialog.getByText('Is there room?').waitFor()
  expect(await dialog.getByRole('link', { name: 'Reply by email' }).getAttribute('href')).toMatch(
    /^mailto:visitor%40lectern\.example\?subject=Re%3A/,
  )
  expect(await findBarriers(page)).toEqual([])
  await dialog.getByRole('button', { name: 'Mark as answered' }).press('Enter')
  await dialog.getByRole('button', { name: 'Mark as not answered' }).waitFor()
  await page.keyboard.press('Escape')
  await row.getByText('Answered').waitFor()
  await row.getByRole('button', { name: /^Delete/ }).press('Enter')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).press('Enter')
  await page.getByText('Deleted successfully').waitFor()
  await expect.poll(() => row.count()).toBe(0)
})

test('the pages for overview, statistics, messages and activity have no accessibility violation and no horizontal scrolling at any window size', async () => {
  await write('W'.repeat(150))
  const { page } = await site.profile(phone)
  await signInAt(page, site.credentials)
  for (const path of ['overview', 'statistics', 'messages', 'activity']) {
    await openArea(page, path)
    await page.getByRole('main').getByText('Loading').waitFor({ state: 'detached' })
    await inEachSize(page, async ({ width }) => {
      expect(await findBarriers(page), `${path}, ${width}`).toEqual([])
      expect(await overflows(page), `${path}, ${width}`).toBe(false)
    })
  }
})
