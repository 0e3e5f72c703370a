// @module-tag full
import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'
import { type ApiGate, openApiGate } from '#tests/support/api-gate.ts'
import { UNANSWERED } from '#tests/support/browser.ts'
import { ORDINARY_BROWSER } from '#tests/support/browser-name.ts'
import { test } from '#tests/support/browser-test.ts'
import { settle } from '#tests/support/settle.ts'
import { openSite, type Site } from '#tests/support/site.ts'

let gate: ApiGate
let site: Site
let page: Page

beforeAll(async () => {
  gate = await openApiGate()
  site = await openSite({ PUBLIC_API_URL: gate.url }, { mayLog: /ApiError/ })
  gate.leadTo(site.url)
  await Promise.all([
    site.publishBook({ title: 'A patient book' }),
    site.publishBook({ title: 'A book of the founder', author: FOUNDER }),
    site.publishPodcast({ title: 'A patient episode', categories: 'Teen Coaching' }),
    site.publishPodcast({ title: 'Another episode', categories: 'Book Writing' }),
    site.publishAuthor(),
  ])
})
beforeEach(async () => {
  // Console messages are allowed here, because failed fetches are logged to the console too.
  const profile = await site.profile({ width: 1440, height: 900 }, { userAgent: ORDINARY_BROWSER, mayComplain: UNANSWERED })
  page = profile.page
})
afterEach(() => {
  gate.fail(false)
  gate.release()
})
afterAll(async () => {
  await site?.close()
  await gate?.close()
})

/**
 * Clears the response cache, including entries of an earlier attempt, by a change of the catalogue. Cached pages would show no pending
 * data.
 */
const forgetPages = () => site.publishAuthor({ name: 'Somebody new' })
const loading = (on: Page) => on.getByRole('main').getByText('Loading', { exact: true })

test('a first page view shows Loading until its data has arrived', async () => {
  await forgetPages()
  gate.hold()
  // `goto` waits only for the response headers, because the document ends only once its data has been sent.
  await page.goto('/', { waitUntil: 'commit' })
  await expect.poll(() => loading(page).count()).toBe(2)
  expect(await page.getByRole('article').filter({ hasText: 'A patient book' }).count()).toBe(0)
  gate.release()
  await page.getByRole('heading', { name: 'A patient book' }).waitFor()
  await page.getByRole('heading', { name: 'A patient episode' }).waitFor()
  expect(await loading(page).count()).toBe(0)
})

const FOUNDER = 'Ruvimbo Chikomo'
/** Every page with lists, by its link text in the footer: title, number of lists, and the heading of a list item */
const PAGES = [
  ['Bookshop', 'The Bookshop', 1, 'A patient book'],
  ['Podcasts', 'Podcasts', 1, 'A patient episode'],
  ['Authors', 'Our Authors', 1, 'Tapiwa Gumbo'],
  [`Books by ${FOUNDER}`, `Books by ${FOUNDER}`, 1, 'A book of the founder'],
  ['Teen Coaching', 'Teen Coaching', 1, 'A patient episode'],
  // The second program page has the same layout as the first, with a different list.
  ['Book Writing Coaching', 'Book Writing Coaching', 1, 'Another episode'],
  ['Home', 'Connecting people to their future', 2, 'A patient book'],
] as const
const status = (on: Page) => on.locator('body > [role=status]').first()

/** Opens a hydrated page, whose links navigate on the client. */
async function enter() {
  await page.goto('/contact')
  await settle(page)
}
const follow = (link: string) => page.getByRole('contentinfo').getByRole('link', { name: link, exact: true }).click()

test('a page reached by client navigation shows Loading until its data has arrived', async () => {
  await enter()
  const calls: string[] = []
  page.on('request', (request) => {
    // Scripts are excluded, because scripts of a page are preloaded by fetch before they are imported.
    const isCall = ['fetch', 'document'].includes(request.resourceType()) && !request.url().includes('/assets/')
    if (request.method() === 'GET' && isCall) calls.push(request.url())
  })
  for (const [link, title, lists, heading] of PAGES) {
    gate.hold()
    await follow(link)
    await page.getByRole('heading', { level: 1, name: title }).waitFor()
    await expect.poll(() => loading(page).count(), { message: title }).toBe(lists)
    expect(await status(page).textContent(), title).toBe('Loading')
    gate.release()
    await page.getByRole('heading', { name: heading }).waitFor()
    await expect.poll(() => loading(page).count()).toBe(0)
    await expect.poll(() => status(page).textContent()).toBe('Loaded')
  }
  // The browser calls the API directly and, apart from lists, fetches only the texts of the pages.
  const lists = calls.filter((url) => !url.includes('/api/site/'))
  expect(lists.map((url) => url.replace(/\?.*/, ''))).toEqual(
    ['books', 'podcasts', 'authors', 'books', 'podcasts', 'podcasts', 'books', 'podcasts'].map((list) => `${gate.url}/${list}`),
  )
})

test('client navigation shows an empty list and a retry button when the API call fails; retrying loads the list', {
  tags: ['full'],
}, async () => {
  const logged: string[] = []
  page.on('console', (message) => message.type() === 'error' && logged.push(message.text()))
  await enter()
  for (const [link, title, lists, heading] of PAGES) {
    gate.fail(true)
    logged.length = 0
    await follow(link)
    const failures = page.getByRole('alert').filter({ hasText: 'The list could not be loaded.' })
    await expect.poll(() => failures.count(), { message: title }).toBe(lists)
    expect(await page.getByRole('heading', { level: 1, name: title }).isVisible()).toBe(true)
    expect(await loading(page).count()).toBe(0)
    expect(await page.getByRole('article').getByRole('button').count()).toBe(0)
    expect(logged.filter((text) => text.includes('ApiError')).length, title).toBe(lists)
    gate.fail(false)
    await page.getByRole('button', { name: 'Try again' }).first().press('Enter')
    await page.getByRole('heading', { name: heading }).waitFor()
    expect(await failures.count()).toBe(0)
    // Pressing Tab moves the focus to the first item of the loaded list.
    expect(await page.locator(':focus').getByRole('heading', { name: heading }).count(), title).toBe(1)
  }
})

test('leaving a page cancels its pending list requests', async () => {
  const given: string[] = []
  page.on('requestfailed', (request) => given.push(new URL(request.url()).pathname))
  await enter()
  gate.hold()
  await follow('Bookshop')
  await loading(page).waitFor()
  await follow('Podcasts')
  await page.getByRole('heading', { level: 1, name: 'Podcasts' }).waitFor()
  await expect.poll(() => given).toEqual(['/api/books'])
})

test('every browser call goes to the configured API host', async () => {
  const calls: string[] = []
  page.on('request', (request) => request.method() === 'POST' && calls.push(request.url()))
  await page.goto('/bookshop?q=patient')
  await page.getByRole('button', { name: /^Read\b(?! aloud)/ }).click()
  await page.getByText('Page 1 of 3').waitFor()
  const counted = expect.stringContaining(`${gate.url}/statistics/book/`)
  await expect.poll(() => calls).toEqual([`${gate.url}/get-client-id`, `${gate.url}/get-next-action`, counted])
})

test('a failed fetch is only logged: Loading ends and the lists are empty', async () => {
  gate.fail(true)
  await forgetPages()
  const before = site.output.length
  await page.goto('/bookshop')
  const failure = page.getByRole('alert').filter({ hasText: 'The list could not be loaded.' }).first()
  await failure.waitFor()
  await page.goto('/podcasts')
  await failure.waitFor()
  for (const path of ['/', '/authors', '/programs/teen-coaching', '/books-by-ruvimbo-chikomo']) {
    expect((await page.goto(path))?.status(), path).toBe(200)
    await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor()
    expect(await loading(page).count(), path).toBe(0)
    expect(await page.getByRole('main').getByRole('listitem').getByRole('button').count(), path).toBe(0)
  }
  expect(site.output.slice(before).join('\n')).toContain('ApiError')
  // A page rendered while the API failed is not cached.
  gate.fail(false)
  await page.goto('/')
  await page.getByRole('heading', { name: 'A patient book' }).waitFor()
})
