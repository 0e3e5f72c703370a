import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { findViolations, overflows } from '#tests/support/component/accessibility.ts'
import { NO_DEMONSTRATION, openFakeApi, refuse } from '#tests/support/component/fake-api.ts'
import { inEachSize } from '#tests/support/component/in-each-size.ts'
import { openAdminPage } from '#tests/support/component/open-admin-page.tsx'

const AT = '2026-11-26T08:00:00.000Z'

test('removing the demonstration data asks for a confirmation that lists the deleted items; sold items are preserved', async () => {
  const kept = [{ noun: 'book', id: '1', name: 'Sow in Season', reason: 'sold' }]
  const loaded = { state: 'loaded', removed: { books: 13, episodes: 12, authors: 1 }, kept }
  const { answers } = openFakeApi({
    '/site/sections': () => Response.json([]),
    'GET /demonstration': loaded,
    'DELETE /demonstration': refuse(409, 'conflict'),
  })
  await openAdminPage('/admin/site')
  await expect.element(page.getByRole('link', { name: 'Sow in Season' })).toHaveAttribute('href', '/admin/books/1/edit')
  await page.getByRole('button', { name: 'Remove the demonstration' }).click()
  const dialog = page.getByRole('alertdialog')
  await expect.element(dialog.getByText(/13 books, 12 episodes and 1 author will be deleted/)).toBeVisible()
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await expect.element(dialog.getByText(/Nothing was removed/)).toBeVisible()
  answers['DELETE /demonstration'] = { ...loaded, state: 'removed' }
  await dialog.getByRole('button', { name: 'Remove' }).click()
  await expect.element(page.getByText('The demonstration was removed')).toBeVisible()
  await expect.element(page.getByRole('heading', { name: 'Demonstration' })).not.toBeInTheDocument()
})

test('the list of site sections with the button that removes the demonstration data fits phone and desktop screens and is accessible', async () => {
  openFakeApi({
    '/site/sections': () => Response.json([{ name: 'brand', title: 'Brand', published: null, draft: { by: null, at: AT }, invalid: true }]),
    '/demonstration': { ...NO_DEMONSTRATION, state: 'loaded', kept: [{ noun: 'author', id: '1', name: 'A'.repeat(80), reason: 'edited' }] },
  })
  await openAdminPage('/admin/site')
  await expect.element(page.getByRole('button', { name: 'Remove the demonstration' })).toBeVisible()
  await expect.element(page.getByText('Name, vision and mission, logos, colors')).toBeVisible()
  await inEachSize(async () => {
    expect(await findViolations()).toEqual([])
    expect(overflows()).toBe(false)
  })
})

test('an import of the site reports the result of each section, or rejects the file and lists its invalid fields', async () => {
  const { answers } = openFakeApi({
    '/site/sections': () => Response.json([]),
    '/site/import': refuse(400, 'invalid_request', [{ field: 'sections.brand.name', message: 'Enter some text.' }]),
  })
  await openAdminPage('/admin/site')
  const input = page.getByLabelText('Exported site')
  const file = (text: string) => new File([text], 'site.json', { type: 'application/json' })
  await userEvent.upload(input, file('{}'))
  await expect.element(page.getByText('brand.name: Enter some text.')).toBeVisible()
  await userEvent.upload(input, file('no JSON'))
  await expect.element(page.getByText('This is not an exported site. Nothing was imported.')).toBeVisible()
  answers['/site/import'] = { sections: [{ name: 'brand', title: 'Brand', outcome: 'draft' }] }
  await userEvent.upload(input, file('{}'))
  await expect.element(page.getByText('is a draft now')).toBeVisible()
})

test('the parts below the list of site sections are displayed together with the list, so that they don’t move down', async () => {
  const { promise, resolve } = Promise.withResolvers<object[]>()
  openFakeApi({ '/site/sections': async () => Response.json(await promise) })
  await openAdminPage('/admin/site')
  await expect.element(page.getByText('Loading', { exact: true })).toBeVisible()
  await expect.element(page.getByRole('heading', { name: 'Export and import' })).not.toBeInTheDocument()
  resolve([{ name: 'contact', title: 'Contact', published: null, draft: null, invalid: false }])
  await expect.element(page.getByRole('heading', { name: 'Export and import' })).toBeVisible()
})
