import { expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectToFitEachSize } from '#tests/support/component/accessibility.ts'
import { openFakeApi, refuse } from '#tests/support/component/fake-api.ts'
import { buildAuthor, buildBook } from '#tests/support/component/items.ts'
import { openAdminPage } from '#tests/support/component/open-admin-page.tsx'
import { takeErrors } from '#tests/support/component/take-errors.ts'

const sent: Record<string, string>[] = []
const question = page.getByRole('alertdialog')
const save = page.getByRole('button', { name: 'Save changes' })

/** Returns fake book lists of an author, with the given numbers of books outside and inside the bin. */
function booksOfAuthor(kept: number, inBin: number) {
  const pageOf = (count: number) => Response.json([], { headers: { 'x-total-count': String(count) } })
  return { '/admin/books': ({ searchParams }: URL) => pageOf(searchParams.get('state') === 'bin' ? inBin : kept) }
}

async function edit(path: string, item: { id: string }, answers: Record<string, unknown> = {}) {
  sent.length = 0
  openFakeApi({
    ...answers,
    [path]: [item],
    [`${path}/${item.id}`]: item,
    '/admin/owners': { owners: 0, items: 0 },
    [`PATCH ${path}/${item.id}`]: (_: URL, body: string) => {
      sent.push(JSON.parse(body))
      return { ...item, ...JSON.parse(body), price: 1 }
    },
  })
  await page.viewport(1440, 900)
  onTestFinished(() => page.viewport(360, 740))
  return openAdminPage(`/admin${path}/${item.id}/edit`)
}

test('turning the mouse wheel over a price does not change it', async () => {
  await edit('/books', buildBook({ price: 4.99 }))
  const price = page.getByLabelText('Price')
  await price.click()
  await userEvent.wheel(price, { delta: { y: 200 } })
  await userEvent.keyboard('{ArrowUp}')
  await expect.element(price).toHaveValue('4.99')
})

const priceQuestion = 'changing the price from 4.99 to %s asks for confirmation'
test.each([['0,49', '$0.49']])(priceQuestion, expectQuestion)
test.each([['499', '$499.00']])(priceQuestion, { tags: ['full'] }, expectQuestion)

async function expectQuestion(typed: string, shown: string) {
  const { expectAddress } = await edit('/books', buildBook({ price: 4.99 }))
  await page.getByLabelText('Price').fill(typed)
  await save.click()
  await expect.element(question.getByText(`Change the price to ${shown}?`)).toBeVisible()
  await expectToFitEachSize()
  await userEvent.keyboard('{Escape}')
  await expect.element(question).not.toBeInTheDocument()
  expect(sent).toEqual([])
  await save.click()
  await question.getByRole('button', { name: `Save ${shown}` }).click()
  await expectAddress('/admin/books')
  expect(sent).toMatchObject([{ price: String(Number(typed.replace(',', '.'))) }])
}

test('a small price change, and a price with a decimal comma, are saved without a confirmation', async () => {
  const { expectAddress } = await edit('/books', buildBook({ price: 4.99 }))
  await page.getByLabelText('Price').fill('5,49')
  await save.click()
  await expectAddress('/admin/books')
  expect(sent).toMatchObject([{ price: '5.49' }])
})

test.each([
  ['Change in 3 books', { name: 'Rudo New', renameBooks: 'true' }],
  ['Change the profile only', { name: 'Rudo New' }],
])('renaming an author with books asks whether to rename the author in the books; “%s”', async (answer, fields) => {
  const { expectAddress } = await edit('/authors', buildAuthor({ name: 'Rudo Old', books: 3 }), booksOfAuthor(3, 0))
  await page.getByLabelText('Name').fill('Rudo New')
  await save.click()
  await expect.element(question.getByText(/^3 books carry the name Rudo Old\./)).toBeVisible()
  await expectToFitEachSize()
  await question.getByRole('button', { name: answer }).click()
  await expectAddress('/admin/authors')
  expect(sent.map(({ updatedAt: _, ...rest }) => rest)).toEqual([fields])
})

test('an author’s new name is saved without a question if the author’s books still match it or no book has the old name', async () => {
  for (const [books, name] of [
    [3, 'RUDO OLD'],
    [0, 'Rudo New'],
  ] as const) {
    const { expectAddress, unmount } = await edit('/authors', buildAuthor({ name: 'Rudo Old', books }), booksOfAuthor(books, 0))
    await page.getByLabelText('Name').fill(name.replace(' ', '  '))
    await save.click()
    await expectAddress('/admin/authors')
    expect(sent).toMatchObject([{ name }])
    await unmount()
  }
})

test('the question about renaming an author counts drafts and books in the bin too', async () => {
  await edit('/authors', buildAuthor({ name: 'Rudo Old', books: 0 }), booksOfAuthor(2, 1))
  await page.getByLabelText('Name').fill('Rudo New')
  await save.click()
  await expect.element(question.getByText(/^3 books carry the name Rudo Old\. They are not listed on the site: drafts, /)).toBeVisible()
  await expect.element(question.getByRole('button', { name: 'Change in 3 books' })).toBeVisible()
})

test('an author is not renamed while the number of books is unknown', async () => {
  await edit('/authors', buildAuthor({ name: 'Rudo Old', books: 0 }), { '/admin/books': refuse(503, 'unavailable') })
  await page.getByLabelText('Name').fill('Rudo New')
  await save.click()
  await expect.element(page.getByText(/^Failed to update author/)).toBeVisible()
  expect(sent).toEqual([])
  takeErrors()
})

test('deleting an author warns how many books lose their author profile', async () => {
  openFakeApi({ '/authors': [buildAuthor({ name: 'Rudo Old', books: 3 })], ...booksOfAuthor(3, 1) })
  await openAdminPage('/admin/authors')
  await page.getByRole('button', { name: 'Delete Rudo Old' }).click()
  await expect
    .element(question.getByText(/4 books carry the name Rudo Old\. 1 of them is not listed .* They are kept, without an/))
    .toBeVisible()
})
