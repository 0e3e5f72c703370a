import { expect, test } from 'vitest'
import { page } from 'vitest/browser'
import { findViolations, overflows } from '#tests/support/component/accessibility.ts'
import { openFakeApi } from '#tests/support/component/fake-api.ts'
import { buildBook } from '#tests/support/component/items.ts'
import { openPage } from '#tests/support/component/open-page.tsx'

const LANGUAGES = [
  { language: 'en', books: 2 },
  { language: 'sn', books: 1 },
]

function openShop() {
  const books = [
    buildBook({ id: '1', title: 'One', language: 'en' }),
    buildBook({ id: '2', title: 'Two', language: 'en' }),
    buildBook({ id: '3', title: 'Chitatu', language: 'sn' }),
  ]
  return openFakeApi({
    '/site/languages': () => Response.json(LANGUAGES),
    '/books': (url: URL) => {
      const language = url.searchParams.get('language')
      const found = books.filter((book) => (!language || book.language === language) && !url.searchParams.has('author'))
      return Response.json(found, { headers: { 'x-total-count': String(found.length) } })
    },
  })
}

test('a bookshop with books in two languages has a filter by language', async () => {
  const { calls } = openShop()
  await openPage('/bookshop')
  await expect.element(page.getByText('3 books found')).toBeVisible()
  const filter = page.getByLabelText('Language')
  expect([...filter.element().querySelectorAll('option')].map(({ textContent }) => textContent)).toEqual([
    'All languages',
    'English',
    'Shona',
  ])
  await filter.selectOptions('Shona')
  await expect.element(page.getByText('1 book found')).toBeVisible()
  await expect.element(page.getByRole('heading', { name: 'Chitatu' })).toBeVisible()
  await page.getByLabelText('Category').selectOptions('Teen Coaching')
  await expect.poll(() => calls.at(-1)).toMatch(/^\/books\?category=Teen\+Coaching&language=sn&/)
  await filter.selectOptions('All languages')
  await expect.poll(() => calls.at(-1)).toMatch(/^\/books\?category=Teen\+Coaching&limit=/)
  expect(calls.filter((call) => call === '/site/languages')).toHaveLength(1)
})

test('a language without books is in the filter while it is chosen', async () => {
  openShop()
  await openPage('/bookshop?language=pt-BR')
  await expect.element(page.getByText('0 books found')).toBeVisible()
  await expect.element(page.getByLabelText('Language')).toHaveDisplayValue('Portuguese')
  await expect.element(page.getByText(/Try another category or language/).first()).toBeVisible()
})

test('the filters fit narrow phones, and with them whole covers are on the first screen of a phone', async () => {
  openShop()
  await openPage('/bookshop')
  await expect.element(page.getByText('3 books found')).toBeVisible()
  await document.fonts.ready
  for (const [width, height] of [
    [320, 640],
    [360, 740],
    [768, 1024],
    [1440, 900],
  ] as const) {
    await page.viewport(width, height)
    await expect.poll(() => window.innerWidth).toBe(width)
    expect(overflows(), String(width)).toBe(false)
    expect(await findViolations()).toEqual([])
    if (width !== 360) continue
    const cover = document.querySelector('main article img')?.getBoundingClientRect()
    expect(cover?.height).toBeGreaterThan(100)
    expect(cover?.bottom).toBeLessThanOrEqual(height)
    const row = ['category', 'language'].map((name) => document.querySelector(`select[name=${name}]`)?.getBoundingClientRect().top)
    expect(new Set(row).size).toBe(1)
    document.documentElement.style.fontSize = '200%'
    expect(overflows(), 'large text').toBe(false)
    document.documentElement.style.fontSize = ''
  }
})

test('the bookshop lists free books and is sorted, by its form and by its URL', async () => {
  const { calls } = openShop()
  await page.viewport(1440, 900)
  await openPage('/bookshop')
  await expect.element(page.getByText('3 books found')).toBeVisible()
  await page.getByLabelText('Sort by').selectOptions('Lowest price first')
  await expect.poll(() => calls.at(-1)).toMatch(/^\/books\?.*sort=cheapest/)
  await page.getByLabelText('Free only').click()
  await expect.poll(() => calls.filter((call) => /price=free/.test(call) && /sort=cheapest/.test(call)).length).toBeGreaterThan(0)
  await page.getByLabelText('Category').selectOptions('Teen Coaching')
  await expect.poll(() => calls.filter((call) => /Teen/.test(call)).every((call) => /price=free/.test(call))).toBe(true)
})

test('on phones the order and free books have a row while the URL has them, which fits', async () => {
  openShop()
  await page.viewport(320, 640)
  const { unmount } = await openPage('/bookshop')
  await expect.element(page.getByText('3 books found')).toBeVisible()
  await expect.element(page.getByLabelText('Sort by')).not.toBeVisible()
  await unmount()
  await openPage('/bookshop?sort=dearest')
  await expect.element(page.getByLabelText('Sort by')).toBeVisible()
  expect(overflows()).toBe(false)
  document.documentElement.style.fontSize = '200%'
  expect(overflows(), 'large text').toBe(false)
  document.documentElement.style.fontSize = ''
  expect(await findViolations()).toEqual([])
})

test('the form shows the order and the price of the URL; an unknown order is the usual one', async () => {
  openShop()
  const { unmount } = await openPage('/bookshop?sort=title&price=free')
  await expect.element(page.getByLabelText('Sort by')).toHaveDisplayValue('Title')
  await expect.element(page.getByLabelText('Free only')).toBeChecked()
  await unmount()
  await openPage('/bookshop?sort=lowest&q=one')
  await expect.element(page.getByLabelText('Sort by')).toHaveDisplayValue('Best matches first')
  await expect.element(page.getByLabelText('Free only')).not.toBeChecked()
})
