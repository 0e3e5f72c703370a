import { expect, test } from 'vitest'
import { page, userEvent } from 'vitest/browser'
import { site } from '#site/site.ts'
import { findViolations, overflows } from '#tests/support/component/accessibility.ts'
import { openFakeApi } from '#tests/support/component/fake-api.ts'
import { inEachSize } from '#tests/support/component/in-each-size.ts'
import { buildAuthor, buildBook } from '#tests/support/component/items.ts'
import { openPage } from '#tests/support/component/open-page.tsx'

const tapiwa = buildAuthor({ socialLinks: { facebook: 'https://facebook.com/tapiwa.example' } })
const rudo = buildAuthor({ id: 'author-2', slug: 'rudo-dube', name: 'Rudo Dube', books: 4 })
const profile = page.getByRole('dialog', { name: 'Tapiwa Gumbo' })
const card = (name: string) => page.getByRole('main').getByRole('article').filter({ hasText: name })
const hrefs = (links: Element[]) => links.map((link) => link.getAttribute('href'))

test('author cards count their books in singular and plural; a profile has photo, links, bio and books; the page invites authors to publish', async () => {
  const { calls } = openFakeApi({ '/authors': [tapiwa, rudo], '/books': [buildBook()] })
  await openPage('/authors')
  await expect.element(card('Tapiwa Gumbo').getByText('1 Book')).toBeVisible()
  await expect.element(card('Rudo Dube').getByText('4 Books')).toBeVisible()
  const call = page.getByRole('region', { name: 'There is a book in you, too' }).element()
  expect(call.querySelector('a[href^="tel:"]')?.textContent).toBe(site.contact.phone)
  expect(call.querySelector('dd a[href^="https://wa.me/"]')?.textContent).toBe(site.contact.whatsapp)
  expect(call.querySelectorAll('a[href="/publishing"]').length).toBe(1)

  await card('Tapiwa Gumbo')
    .getByRole('button', { name: /^View Profile\b/ })
    .click()
  await expect.element(profile.getByRole('img', { name: 'Photo of Tapiwa Gumbo' })).toBeVisible()
  await expect.element(profile.getByText('He led schools.')).toBeVisible()
  const book = profile.getByRole('article').filter({ hasText: 'Sow in Season' })
  await expect.element(book.getByRole('button', { name: /^Read\b(?! aloud)/ })).toBeVisible()
  expect(hrefs(profile.getByRole('link').elements())).toEqual(['https://facebook.com/tapiwa.example', '/books/sow-in-season'])
  expect(calls).toContain('/books?author=Tapiwa+Gumbo&limit=12')
  await inEachSize(async () => {
    expect(await findViolations()).toEqual([])
    expect(overflows()).toBe(false)
  })
})

test('closing a profile that was opened by keyboard returns focus to the button that opened it', async () => {
  openFakeApi({ '/authors': [tapiwa], '/books': [] })
  await openPage('/authors')
  const opener = card('Tapiwa Gumbo').getByRole('button', { name: /^View Profile\b/ })
  await expect.element(opener).toBeVisible()
  opener.element().focus()
  await userEvent.keyboard('{Enter}')
  await expect.element(profile).toBeVisible()
  await userEvent.keyboard('{Escape}')
  await expect.element(profile).not.toBeInTheDocument()
  await expect.element(opener).toHaveFocus()
})

test('a cover that fails to load beside its title causes no accessibility violation', async () => {
  const { cover } = buildBook()
  const gone = { ...cover, sources: [{ type: 'image/webp' as const, width: 600, path: 'gone.webp' }] }
  openFakeApi({ '/authors': [tapiwa], '/books': [buildBook({ cover: gone })] })
  await openPage('/authors?profile=author-1')
  await expect.poll(() => profile.getByRole('article').getByText('Sow in Season').elements().length).toBe(2)
  expect(await findViolations()).toEqual([])
})

test('an author profile opens by its URL, even if the author is on a later page of the list', async () => {
  openFakeApi({ '/authors': [rudo], '/authors/author-1': tapiwa, '/books': [] })
  await openPage('/authors?profile=author-1')
  await expect.element(profile.getByText('He led schools.')).toBeVisible()
  await profile.getByRole('button', { name: 'Close' }).click()
  await expect.element(profile).not.toBeInTheDocument()
})

test.each(['/authors', '/publishing', '/books-by-ruvimbo-chikomo', '/bookshop', '/'])('%s fits a width of 320 pixels', async (path) => {
  openFakeApi({ '/authors': [tapiwa, rudo], '/books': [buildBook()], '/podcasts': [] })
  await openPage(path)
  await expect.element(page.getByRole('heading', { level: 1 })).toBeVisible()
  await inEachSize(async () => {
    expect(overflows()).toBe(false)
    expect(await findViolations()).toEqual([])
  }, [{ width: 320, height: 640 }])
})
