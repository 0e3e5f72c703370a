// @module-tag full
import { parseHTML } from 'linkedom'
import type { Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { PUBLIC_PAGES } from '#scripts/support/public-pages.ts'
import { faq } from '#site/faq.ts'
import { overflows } from '#tests/support/accessibility.ts'
import { type ApiGate, openApiGate } from '#tests/support/api-gate.ts'
import { UNANSWERED, VIEWPORTS } from '#tests/support/browser.ts'
import { test } from '#tests/support/browser-test.ts'
import { LIST_SHAPES, PAGED_LISTS } from '#tests/support/list-shapes.ts'
import { ask } from '#tests/support/run-app.ts'
import { openSite, type Site } from '#tests/support/site.ts'

const FOUNDER = '/books-by-ruvimbo-chikomo'

let gate: ApiGate
let site: Site

beforeAll(async () => {
  gate = await openApiGate()
  site = await openSite({ PUBLIC_API_URL: gate.url })
  gate.leadTo(site.url)
  await Promise.all([
    site.publishBook({ title: 'A book of bread' }),
    site.publishBook({ title: 'A book of salt' }),
    site.publishBook({ title: 'The founder’s own', author: 'Ruvimbo Chikomo' }),
    site.publishBook({ title: 'A book of gold', price: '4' }),
    site.publishPodcast({ title: 'A talk of gold', categories: 'Ladies Empowerment', price: '2' }),
    site.publishPodcast({ title: 'A talk of bread', categories: 'Teen Coaching' }),
    site.publishPodcast({ title: 'A talk of salt', categories: 'Gents Empowerment' }),
    site.publishAuthor({ name: 'Tapiwa Gumbo', bio: 'He planted trees.\nThen he wrote.', facebook: 'https://facebook.com/gumbo' }),
  ])
})
afterEach(() => gate.shape())
afterAll(async () => {
  await site?.close()
  await gate?.close()
})

/** Fetches a page as a crawler, which always gets a complete document. Visibility is tested in a browser. */
async function read(path: string) {
  const answer = await ask(new URL(path, site.url).href, { headers: { 'user-agent': 'Googlebot' } })
  expect(answer.status, path).toBe(200)
  const { document } = parseHTML(await answer.text())
  const all = (query: string) => [...document.querySelectorAll<HTMLElement>(query)]
  const link = (name: RegExp) => all('main a').find(({ textContent }) => name.test(textContent ?? ''))
  return {
    all,
    titles: () => all('main article h3').map(({ textContent }) => textContent),
    has: (text: string) => all('body *').some(({ textContent }) => textContent?.trim() === text),
    /** Returns the target of a link in the main element */
    leadsTo: (name: RegExp) => link(name)?.getAttribute('href') ?? undefined,
  }
}

const openPage = async () =>
  (await site.profile(VIEWPORTS[0], { javaScriptEnabled: false, isMobile: false, hasTouch: false, mayComplain: UNANSWERED })).page

const itemsOf = (page: Page) =>
  page
    .getByRole('main')
    .getByRole('article')
    .filter({ has: page.getByRole('heading', { level: 3 }) })

/** The element is located by tag, because Playwright finds no text inside noscript. */
const noscript = (where: Page | Locator) => where.locator('noscript p:visible')

test.each([
  ['/', 'A book of bread', 'A book of salt', 'A talk of bread', 'A talk of salt'],
  ['/bookshop', 'A book of bread', 'A book of salt'],
  [FOUNDER, 'The founder’s own'],
  ['/authors', 'Tapiwa Gumbo'],
  ['/podcasts', 'A talk of bread', 'A talk of salt'],
  ['/programs/teen-coaching', 'A talk of bread'],
  ['/programs/gents-empowerment', 'A talk of salt'],
])('%s lists its items', async (path, ...titles) => {
  const page = await read(path)
  expect(page.titles()).toEqual(expect.arrayContaining(titles))
  expect(page.has('Loading')).toBe(false)
})

test('the home page displays its covers without scripts', async () => {
  const page = await openPage()
  await page.goto('/')
  const covers = page.getByRole('main').getByRole('img', { name: /^Cover of/ })
  expect(await covers.count()).toBeGreaterThan(2)
  for (const cover of await covers.all()) {
    await cover.scrollIntoViewIfNeeded()
    expect(await cover.evaluate((image) => image.tagName)).toBe('IMG')
    expect((await cover.boundingBox())?.height).toBeGreaterThan(50)
  }
})

test('links lead from Home to every public page', async () => {
  const found = new Set<string>()
  const ahead = ['/']
  for (let path = ahead.pop(); path !== undefined; path = ahead.pop()) {
    if (found.has(path)) continue
    found.add(path)
    const links = (await read(path)).all('a[href^="/"]').map((link) => new URL(link.getAttribute('href') ?? '', site.url).pathname)
    ahead.push(...links.filter((link) => Object.values(PUBLIC_PAGES).includes(link)))
  }
  expect([...found].toSorted()).toEqual(Object.values(PUBLIC_PAGES).toSorted())
})

test.each([
  ['/bookshop', 'A book of bread', '1 book found'],
  ['/podcasts', 'A talk of bread', '1 episode found'],
])('%s is searched by its form and filtered by category', async (path, title, line) => {
  const page = await read(path)
  expect(page.all('main form:not([method=post]) :is(input[name=q], select[name=category], button[type=submit])')).toHaveLength(3)
  expect(page.all('main form[action]')).toHaveLength(0)

  const found = await read(`${path}?q=bread&category=All`)
  expect(found.has(line)).toBe(true)
  expect(found.titles()).toEqual([title])
  expect(found.all('input[name=q]')[0]?.getAttribute('value')).toBe('bread')

  const narrowed = await read(`${path}?q=bread&category=Ladies+Empowerment`)
  expect(narrowed.titles()).toEqual([])
  expect(narrowed.all('select[name=category] option[selected]').map(({ textContent }) => textContent)).toEqual(['Ladies Empowerment'])
})

test.each(PAGED_LISTS)('%s lists a hundred items page by page and links back to the first page', async (path, size) => {
  gate.shape(LIST_SHAPES.hundred)
  // The URL is unique, because rendered pages are cached by URL and an earlier test may have cached the page.
  let page = await read(`${path}?subject=hundred`)
  for (let shown = size; shown < 100; shown += size) {
    expect(page.titles()).toHaveLength(size)
    const more = page.leadsTo(/^Show more$/)
    expect(more).toContain(`cursor=${shown}.`)
    page = await read(more ?? '')
  }
  expect(page.titles()).toHaveLength(100 % size || size)
  expect(page.leadsTo(/^Show more$/)).toBeUndefined()
  expect(page.leadsTo(/^Back to the first/)).toBe(path)
})

test.each([
  ['/bookshop', 'Read', 'A book of bread', 'A book of gold', 'application/pdf'],
  ['/podcasts', 'Listen', 'A talk of bread', 'A talk of gold', 'audio/'],
])('on %s free items link to their files, and items for sale say that buying needs JavaScript', async (path, word, free, sold, type) => {
  const page = await openPage()
  await page.goto(path)
  const card = (title: string) => itemsOf(page).filter({ hasText: title })
  const file = await card(free)
    .getByRole('link', { name: `${word} ${free}` })
    .getAttribute('href')
  const answer = await ask(new URL(file ?? '', site.url).href)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toContain(type)
  expect(await noscript(card(sold)).textContent()).toBe('Buying needs JavaScript')
  expect(await card(sold).getByRole('link').allTextContents()).toEqual([sold])
  expect(await itemsOf(page).getByRole('button').count()).toBe(0)
  expect(await overflows(page)).toBe(false)
})

test('without scripts, the FAQ answers are part of the bookshop page', async () => {
  const page = await read('/bookshop')
  for (const { question, answer } of faq) expect([page.has(question), page.has(answer)], question).toEqual([true, true])
})

test('without scripts, an author profile expands within its card and links to the author’s books', async () => {
  const page = await openPage()
  await page.goto('/authors')
  await page.locator('summary').filter({ hasText: 'View Profile' }).click()
  const profile = itemsOf(page).getByRole('group')
  expect(await profile.locator('p:visible').textContent()).toContain('He planted trees.')
  expect(await profile.getByRole('link', { name: 'Tapiwa Gumbo on Facebook' }).isVisible()).toBe(true)
  expect(await overflows(page)).toBe(false)
  await profile.getByRole('link', { name: 'Books by Tapiwa Gumbo' }).click()
  await page.waitForURL('**/bookshop?q=Tapiwa%20Gumbo')
  await page.getByText('3 books found').waitFor()
})

test.each(VIEWPORTS)('without scripts, the menu links to every page at $width × $height', async (viewport) => {
  const page = await openPage()
  await page.setViewportSize(viewport)
  for (const [from, name, to] of [
    ['/', 'Teen Coaching', '/programs/teen-coaching'],
    ['/checkout/none', 'Publishing', '/publishing'],
  ] as const) {
    await page.goto(from)
    const header = page.getByRole('banner')
    expect(await header.getByRole('button').count()).toBe(0)
    await header.locator('summary').click()
    const menu = header.getByRole('navigation', { name: 'All pages' })
    expect(await menu.getByRole('link').count()).toBe(13)
    expect(await overflows(page)).toBe(false)
    await menu.getByRole('link', { name }).click()
    await page.waitForURL(`**${to}`)
  }
})

test.each(['/admin', '/admin/login', '/admin/books'])('the page %s says that it needs JavaScript', async (path) => {
  const page = await openPage()
  await page.goto(path)
  expect(await noscript(page).textContent()).toContain('The admin area needs JavaScript.')
  expect(await page.getByText('Loading', { exact: true }).isVisible()).toBe(false)
})

test('the purchases page says that it needs JavaScript instead of loading forever', async () => {
  const page = await openPage()
  await page.goto('/purchases')
  expect(await page.getByText('Loading', { exact: true }).isVisible()).toBe(false)
  const section = page.getByRole('region', { name: 'In this browser' })
  expect(await noscript(section).textContent()).toContain('Turn on JavaScript to see your purchases.')
})
