import type { Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
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
let page: Page

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
beforeEach(async () => {
  page = (await site.profile(VIEWPORTS[0], { javaScriptEnabled: false, isMobile: false, hasTouch: false, mayComplain: UNANSWERED })).page
})
afterEach(() => gate.shape())
afterAll(async () => {
  await site?.close()
  await gate?.close()
})

const items = () =>
  page
    .getByRole('main')
    .getByRole('article')
    .filter({ has: page.getByRole('heading', { level: 3 }) })

/** By its tag: text is not looked for within it. */
const noscript = (where: Page | Locator) => where.locator('noscript p:visible')

test.each([
  ['/', 'A book of bread', 'A book of salt', 'A talk of bread', 'A talk of salt'],
  ['/bookshop', 'A book of bread', 'A book of salt'],
  [FOUNDER, 'The founder’s own'],
  ['/authors', 'Tapiwa Gumbo'],
  ['/podcasts', 'A talk of bread', 'A talk of salt'],
  ['/programs/teen-coaching', 'A talk of bread'],
  ['/programs/gents-empowerment', 'A talk of salt'],
])('%s shows its items', async (path, ...titles) => {
  await page.goto(path)
  for (const title of titles) expect(await page.getByRole('main').getByRole('heading', { name: title }).isVisible(), title).toBe(true)
  expect(await page.getByText('Loading', { exact: true }).count()).toBe(0)
})

test('Home shows its covers', async () => {
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
    expect((await page.goto(path))?.status(), path).toBe(200)
    const links = await page.locator('a[href^="/"]:visible').evaluateAll((all) => all.map((link) => (link as HTMLAnchorElement).pathname))
    ahead.push(...links.filter((link) => Object.values(PUBLIC_PAGES).includes(link)))
  }
  expect([...found].toSorted()).toEqual(Object.values(PUBLIC_PAGES).toSorted())
})

test.each([
  ['/bookshop', 'A book of bread', '1 book found'],
  ['/podcasts', 'A talk of bread', '1 episode found'],
])('%s is searched by Enter, and narrowed by category', async (path, title, line) => {
  await page.goto(path)
  await page.getByRole('searchbox').fill('bread')
  await page.getByRole('searchbox').press('Enter')
  await page.waitForURL(`**${path}?q=bread&category=All`)
  expect(await page.getByText(line).isVisible()).toBe(true)
  expect(await items().count()).toBe(1)
  expect(await page.getByRole('heading', { name: title }).isVisible()).toBe(true)
  expect(await page.getByRole('searchbox').inputValue()).toBe('bread')

  await page.getByLabel('Category').selectOption('Ladies Empowerment')
  await page.getByRole('button', { name: 'Search' }).click()
  await page.waitForURL(`**${path}?q=bread&category=Ladies+Empowerment`)
  expect(await items().count()).toBe(0)
  expect(await page.getByLabel('Category').inputValue()).toBe('Ladies Empowerment')
})

test.each(PAGED_LISTS)('%s shows a hundred, page by page, and leads back to the first', async (path, size) => {
  gate.shape(LIST_SHAPES.hundred)
  // An address of its own: a page that was rendered is kept by its address.
  await page.goto(`${path}?subject=hundred`)
  const more = page.getByRole('link', { name: 'Show more' })
  for (let shown = size; shown < 100; shown += size) {
    expect(await items().count()).toBe(size)
    await more.click()
    await page.waitForURL((address) => address.searchParams.get('cursor')?.startsWith(`${shown}.`) === true)
  }
  expect(await items().count()).toBe(100 % size || size)
  expect(await more.count()).toBe(0)
  // The first page has its own address, which later tests open: it is rendered with the real items.
  gate.shape()
  await page
    .getByRole('main')
    .getByRole('link', { name: /Back to the first/ })
    .click()
  await page.waitForURL((address) => address.pathname === path && !address.search)
  expect(await items().count()).toBeGreaterThan(0)
})

test.each([
  ['/bookshop', 'Read', 'A book of bread', 'A book of gold', 'application/pdf'],
  ['/podcasts', 'Listen', 'A talk of bread', 'A talk of gold', 'audio/'],
])('on %s what is free is a link to its file, and what is sold says that buying needs scripts', async (path, word, free, sold, type) => {
  await page.goto(path)
  const card = (title: string) => items().filter({ hasText: title })
  const file = await card(free).getByRole('link', { name: word, exact: true }).getAttribute('href')
  const answer = await ask(new URL(file ?? '', site.url).href)
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toContain(type)
  expect(await noscript(card(sold)).textContent()).toBe('Buying needs JavaScript')
  expect(await card(sold).getByRole('link').allTextContents()).toEqual([sold])
  expect(await items().getByRole('button').count()).toBe(0)
  expect(await overflows(page)).toBe(false)
})

test('the questions that readers ask are answered', async () => {
  await page.goto('/bookshop')
  for (const { question, answer } of faq) {
    expect(await page.getByRole('heading', { name: question }).isVisible(), question).toBe(true)
    expect(await page.getByText(answer).isVisible(), question).toBe(true)
  }
})

test('a profile opens within its card, and leads to the author’s books', async () => {
  await page.goto('/authors')
  await page.locator('summary').filter({ hasText: 'View Profile' }).click()
  const profile = items().getByRole('group')
  expect(await profile.locator('p:visible').textContent()).toContain('He planted trees.')
  expect(await profile.getByRole('link', { name: 'Tapiwa Gumbo on Facebook' }).isVisible()).toBe(true)
  expect(await overflows(page)).toBe(false)
  await profile.getByRole('link', { name: 'Books by Tapiwa Gumbo' }).click()
  await page.waitForURL('**/bookshop?q=Tapiwa%20Gumbo')
  await page.getByText('3 books found').waitFor()
})

test.each(VIEWPORTS)('at $width × $height the menu leads to every page', async (viewport) => {
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

test.each(['/admin', '/admin/login', '/admin/books'])('%s says that it needs scripts', async (path) => {
  await page.goto(path)
  expect(await noscript(page).textContent()).toContain('The admin area needs JavaScript.')
  expect(await page.getByText('Loading', { exact: true }).isVisible()).toBe(false)
})

test('what was bought in this browser is not said to be on its way', async () => {
  await page.goto('/purchases')
  expect(await page.getByText('Loading', { exact: true }).isVisible()).toBe(false)
  const section = page.getByRole('region', { name: 'In this browser' })
  expect(await noscript(section).textContent()).toContain('Your purchases need JavaScript to be shown.')
})
