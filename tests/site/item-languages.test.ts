import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect } from 'vitest'
import { findBarriers } from '#tests/support/accessibility.ts'
import { test } from '#tests/support/browser-test.ts'
import { settle } from '#tests/support/settle.ts'
import { openSite, type Site } from '#tests/support/site.ts'

const PHONE = { width: 360, height: 740 }
const SHONA = {
  title: 'Mwoyo Muchena',
  subtitle: 'Nhamo hairoodzi',
  description: 'Bhuku rinotaura nezvemwoyo wakachena.',
  series: 'Rwendo Rwedu',
}
const ARABIC = { title: 'الصبر مفتاح الفرج', description: 'حلقة عن الصبر.' }

let site: Site
beforeAll(async () => {
  site = await openSite()
  await site.publishBook({
    ...SHONA,
    language: 'Shona',
    seriesNumber: '2',
    contributors: 'Rudo Moyo (translator)',
    isbn: '0-306-40615-2',
    slug: 'mwoyo',
  })
  await site.publishBook({ title: 'Danho Rekutanga', series: SHONA.series, seriesNumber: '1', language: 'sn' })
  await site.publishPodcast({ ...ARABIC, language: 'ar', slug: 'patience' })
})
afterAll(() => site?.close())

/** Returns the texts on a page that contain one of the phrases, with the language of the element that contains the text. */
function languagesOf(page: Page, phrases: string[]): Promise<{ text: string; language: string | undefined }[]> {
  return page.evaluate((wanted) => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const found: { text: string; language: string | undefined }[] = []
    for (let node = walker.nextNode(); node; node = walker.nextNode()) {
      const parent = node.parentElement
      const text = node.textContent ?? ''
      if (!parent || parent.closest('script, style, template, noscript') || !wanted.some((phrase) => text.includes(phrase))) continue
      found.push({ text: parent.outerHTML.slice(0, 200), language: parent.closest<HTMLElement>('[lang]')?.lang })
    }
    return found
  }, phrases)
}

test('titles and descriptions in another language are marked with the language on every page', async () => {
  const { page } = await site.profile(PHONE)
  const pages = [
    '/',
    '/bookshop',
    '/books/mwoyo',
    '/series/rwendo-rwedu',
    '/search?q=mwoyo',
    '/podcasts',
    '/podcasts/patience',
    '/search?q=الصبر',
  ]
  let seen = 0
  for (const path of pages) {
    await page.goto(path)
    await settle(page)
    const shona = await languagesOf(page, [SHONA.title, SHONA.subtitle, SHONA.description, SHONA.series])
    const arabic = await languagesOf(page, Object.values(ARABIC))
    expect(
      shona.filter(({ language }) => language !== 'sn'),
      path,
    ).toEqual([])
    expect(
      arabic.filter(({ language }) => language !== 'ar'),
      path,
    ).toEqual([])
    seen += shona.length + arabic.length
    if (/books|podcasts[/]/.test(path)) expect(await findBarriers(page), path).toEqual([])
  }
  expect(seen).toBeGreaterThan(15)
})

test('reader and player mark the title with the language of the item', async () => {
  const { page } = await site.profile(PHONE)
  await page.goto('/books/mwoyo')
  await page.getByRole('button', { name: 'Read', exact: true }).click()
  const title = page.getByRole('dialog').getByRole('heading', { name: SHONA.title })
  await title.waitFor()
  expect(await title.getAttribute('lang')).toBe('sn')
  await page.keyboard.press('Escape')
  await page.goto('/podcasts/patience')
  await page.getByRole('button', { name: 'Listen', exact: true }).click()
  await page.getByRole('dialog', { name: 'Now Playing' }).waitFor()
  await settle(page)
  expect((await languagesOf(page, [ARABIC.title])).filter(({ language }) => language !== 'ar')).toEqual([])
})

test('the page of a series lists its books by number, and a book links to it', async () => {
  const { page } = await site.profile(PHONE)
  await page.goto('/books/mwoyo')
  await page.getByText('Book 2 of').waitFor()
  await page.getByText('9780306406157').waitFor()
  await page.getByText('Rudo Moyo').waitFor()
  await page.getByRole('link', { name: SHONA.series }).click()
  await page.getByRole('heading', { level: 1, name: SHONA.series }).waitFor()
  expect(await page.getByRole('heading', { level: 3 }).allTextContents()).toEqual(['Danho Rekutanga', SHONA.title])
  expect(await findBarriers(page)).toEqual([])
  const missing = await fetch(`${site.url}/series/nothing`)
  expect(missing.status).toBe(404)
})

test('a book is found by its ISBN as it is printed', async () => {
  const { page } = await site.profile(PHONE)
  await page.goto('/bookshop?q=978-0-306-40615-7')
  await page.getByRole('link', { name: SHONA.title }).waitFor()
  await page.goto('/search?q=ISBN 0-306-40615-2')
  await page.getByRole('link', { name: SHONA.title }).waitFor()
})
