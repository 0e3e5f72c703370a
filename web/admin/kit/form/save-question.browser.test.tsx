import { expect, onTestFinished, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { expectToFitEachSize } from '#tests/support/component/accessibility.ts'
import { openFakeApi } from '#tests/support/component/fake-api.ts'
import { buildAuthor, buildBook } from '#tests/support/component/items.ts'
import { openAdminPage } from '#tests/support/component/open-admin-page.tsx'

const sent: Record<string, string>[] = []
const question = page.getByRole('alertdialog')
const save = page.getByRole('button', { name: 'Save changes' })

async function edit(path: string, item: { id: string }) {
  sent.length = 0
  openFakeApi({
    [path]: [item],
    [`${path}/${item.id}`]: item,
    '/admin/owners': { owners: 0 },
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

test('a small change of the price, and a price with a decimal comma, are saved without a question', async () => {
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
  const { expectAddress } = await edit('/authors', buildAuthor({ name: 'Rudo Old', books: 3 }))
  await page.getByLabelText('Name').fill('Rudo New')
  await save.click()
  await expect.element(question.getByText(/^3 books carry the name Rudo Old\./)).toBeVisible()
  await expectToFitEachSize()
  await question.getByRole('button', { name: answer }).click()
  await expectAddress('/admin/authors')
  expect(sent.map(({ updatedAt: _, ...rest }) => rest)).toEqual([fields])
})

test('a new name that the books still match, or that no book carries, is saved without a question', async () => {
  for (const [books, name] of [
    [3, 'RUDO  OLD'],
    [0, 'Rudo New'],
  ] as const) {
    const { expectAddress, unmount } = await edit('/authors', buildAuthor({ name: 'Rudo Old', books }))
    await page.getByLabelText('Name').fill(name)
    await save.click()
    await expectAddress('/admin/authors')
    expect(sent).toMatchObject([{ name }])
    await unmount()
  }
})

test('deleting an author warns how many books lose their author profile', async () => {
  openFakeApi({ '/authors': [buildAuthor({ name: 'Rudo Old', books: 3 })] })
  await openAdminPage('/admin/authors')
  await page.getByRole('button', { name: 'Delete Rudo Old' }).click()
  await expect.element(question.getByText(/3 books carry this name\. They stay on the site, without an author profile/)).toBeVisible()
})
