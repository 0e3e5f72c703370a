import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect } from 'vitest'
import { findBarriers } from '#tests/support/accessibility.ts'
import { openArea, signInAt } from '#tests/support/admin-area.ts'
import { UNANSWERED, VIEWPORTS } from '#tests/support/browser.ts'
import { test } from '#tests/support/browser-test.ts'
import { ask } from '#tests/support/run-app.ts'
import { toForm } from '#tests/support/sample-files.ts'
import { openSite, type Site } from '#tests/support/site.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site?.close())

/** A title that no other book has, nor one of this test when it is tried again. */
const newTitle = (words: string) => `${words} ${randomUUID().slice(0, 8)}`

async function change(id: string, fields: Record<string, string>) {
  const response = await ask(`${site.url}/api/books/${id}`, { method: 'PATCH', headers: site.headers, body: toForm(fields) })
  expect(response.status).toBe(200)
}

/** The form of a book in which somebody typed another title, while somebody else changed the price. */
async function editWhileOthersDo(viewport: (typeof VIEWPORTS)[number], title: string) {
  const { id } = await site.publishBook({ title, price: '7' })
  const { context, page } = await site.profile(viewport, { mayComplain: UNANSWERED })
  await signInAt(page, site.credentials)
  await openArea(page, `books/${id}/edit`)
  await page.getByLabel('Title').fill(`${title}, mine`)
  return { id, context, page }
}

test.each(VIEWPORTS)(
  'at $width × $height a change that came second is kept, compared and saved over the first by the keyboard alone',
  async (viewport) => {
    const { id, page } = await editWhileOthersDo(viewport, `Second ${viewport.width}`)
    await change(id, { price: '5', description: 'Another description.' })
    await page.getByRole('button', { name: 'Save changes' }).press('Enter')
    await page.getByText('Failed to update book').waitFor()
    await page.getByText('Someone else changed this book meanwhile. Nothing was saved; what you typed is still here.').waitFor()
    expect(await page.getByLabel('Title').inputValue()).toBe(`Second ${viewport.width}, mine`)
    expect(await findBarriers(page)).toEqual([])

    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Look at the newer version')
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: 'The newer version' })
    await dialog.getByText('$5.00').waitFor()
    expect(await dialog.getByText('changed', { exact: false }).count()).toBeGreaterThan(0)
    expect(await dialog.locator('dt', { hasText: 'changed' }).allInnerTexts()).toEqual(['Price · changed', 'Description · changed'])
    expect(await findBarriers(page)).toEqual([])
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Save mine anyway' }).press('Enter')
    await page.getByText('Book updated successfully').waitFor()
    const stored = (await (await ask(`${site.url}/api/books/${id}`)).json()) as Record<string, unknown>
    // Only the field that was touched is saved over the other's version.
    expect(stored).toMatchObject({ title: `Second ${viewport.width}, mine`, price: 5, description: 'Another description.' })
  },
)

test('the newer version can be taken, and edited from there', async () => {
  const { id, page } = await editWhileOthersDo(VIEWPORTS[1], 'Taken')
  await change(id, { price: '5' })
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByRole('button', { name: 'Look at the newer version' }).click()
  await page.getByRole('button', { name: 'Drop mine, edit this one' }).click()
  await expect.poll(() => page.getByLabel('Title').inputValue()).toBe('Taken')
  expect(await page.getByLabel('Price').inputValue()).toBe('5.00')
  await page.getByLabel('Price').fill('6')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByText('Book updated successfully').waitFor()
})

test('a third change after looking is noticed too', async () => {
  const { id, page } = await editWhileOthersDo(VIEWPORTS[1], 'Third')
  await change(id, { price: '5' })
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByRole('button', { name: 'Save mine anyway' }).waitFor()
  await change(id, { price: '4' })
  await page.getByRole('button', { name: 'Save mine anyway' }).click()
  await page.getByRole('button', { name: 'Look at the newer version' }).click()
  await page.getByRole('dialog').getByText('$4.00').waitFor()
})

test('what was typed before a reload is still compared with the version it began from', async () => {
  const { id, page } = await editWhileOthersDo(VIEWPORTS[1], 'Reloaded')
  await change(id, { title: 'Reloaded, theirs' })
  page.on('dialog', (dialog) => void dialog.accept())
  await page.reload()
  await page.getByText('What you had typed is back.').waitFor()
  expect(await page.getByLabel('Title').inputValue()).toBe('Reloaded, mine')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByText('Someone else changed this book meanwhile.').waitFor()
})

test('saving what was deleted meanwhile says so and keeps what was typed', async () => {
  const title = newTitle('Deleted')
  const { id, page } = await editWhileOthersDo(VIEWPORTS[1], title)
  await site.remove(`/books/${id}`)
  await page.getByRole('button', { name: 'Save changes' }).click()
  await page.getByText('Someone else deleted this book meanwhile').waitFor()
  expect(await page.getByLabel('Title').inputValue()).toBe(`${title}, mine`)
  expect(await findBarriers(page)).toEqual([])
  await page.getByRole('link', { name: 'Cancel' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Leave' }).click()
  await page.getByRole('heading', { name: 'Books' }).waitFor()
  expect(await page.getByText(title, { exact: true }).count()).toBe(0)
})

test('deleting what is gone takes the row away and says so plainly', async () => {
  const title = newTitle('Gone already')
  const { id } = await site.publishBook({ title })
  const { page } = await site.profile(VIEWPORTS[0], { mayComplain: UNANSWERED })
  await signInAt(page, site.credentials)
  await page.getByRole('button', { name: `Delete ${title}` }).click()
  await site.remove(`/books/${id}`)
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
  await page.getByText(`“${title}” had been deleted already.`).waitFor()
  await expect.poll(() => page.getByRole('button', { name: `Delete ${title}` }).count()).toBe(0)
  expect(await page.getByText('Failed to delete book').count()).toBe(0)
})

test('an untouched form follows what others saved before it was opened', async () => {
  const title = newTitle('Followed')
  const { id } = await site.publishBook({ title, price: '7' })
  const { page } = await site.profile(VIEWPORTS[1], { mayComplain: UNANSWERED })
  await signInAt(page, site.credentials)
  await page.getByRole('link', { name: `Edit ${title}` }).waitFor()
  await change(id, { price: '3' })
  await page.getByRole('link', { name: `Edit ${title}` }).click()
  await expect.poll(() => page.getByLabel('Price').inputValue()).toBe('3.00')
})
