import type { BrowserContext, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { type ApiGate, openApiGate } from '#tests/support/api-gate.ts'
import { ORDINARY_BROWSER } from '#tests/support/browser-name.ts'
import { openSite, type Site } from '#tests/support/site.ts'

let gate: ApiGate
let site: Site
let context: BrowserContext
let page: Page

beforeAll(async () => {
  gate = await openApiGate()
  site = await openSite({ PUBLIC_API_URL: gate.url }, { mayLog: /ApiError/ })
  gate.leadTo(site.url)
  await Promise.all([
    site.publishBook({ title: 'A patient book' }),
    site.publishPodcast({ title: 'A patient episode' }),
    site.publishAuthor(),
  ])
})
beforeEach(async () => {
  context = await site.browser.newContext({ baseURL: site.url, userAgent: ORDINARY_BROWSER, viewport: { width: 1440, height: 900 } })
  page = await context.newPage()
})
afterEach(() => {
  gate.fail(false)
  gate.release()
  return context.close()
})
afterAll(async () => {
  await site?.close()
  await gate?.close()
})

/** What was kept goes with the change, also what an earlier try has left: nothing is pending on a page that is kept. */
const forgetPages = () => site.publishAuthor({ name: 'Somebody new' })
const loading = (on: Page) => on.getByRole('main').getByText('Loading', { exact: true })

test('a first view says Loading where its data is pending, until it is there', async () => {
  await forgetPages()
  gate.hold()
  // The document itself ends only with its data.
  await page.goto('/', { waitUntil: 'commit' })
  await expect.poll(() => loading(page).count()).toBe(2)
  expect(await page.getByRole('article').filter({ hasText: 'A patient book' }).count()).toBe(0)
  gate.release()
  await page.getByRole('heading', { name: 'A patient book' }).waitFor()
  await page.getByRole('heading', { name: 'A patient episode' }).waitFor()
  expect(await loading(page).count()).toBe(0)
})

test('a page that is gone to says Loading where its data is pending, until it is there', async () => {
  await forgetPages()
  await page.goto('/contact')
  await page.waitForLoadState('networkidle')
  for (const [link, heading] of [
    ['Bookshop', 'A patient book'],
    ['Podcasts', 'A patient episode'],
    ['Authors', 'Tapiwa Gumbo'],
  ] as const) {
    gate.hold()
    await page.getByRole('contentinfo').getByRole('link', { name: link, exact: true }).click()
    await loading(page).waitFor()
    gate.release()
    await page.getByRole('heading', { name: heading }).waitFor()
    expect(await loading(page).count()).toBe(0)
  }
})

test('every call goes to the API’s host, wherever that is', async () => {
  const calls: string[] = []
  page.on('request', (request) => request.method() === 'POST' && calls.push(request.url()))
  await page.goto('/bookshop?q=patient')
  await page.getByRole('button', { name: 'Read', exact: true }).click()
  await page.getByText('Page 1 of 3').waitFor()
  expect(calls).toEqual([`${gate.url}/get-client-id`, `${gate.url}/get-next-action`])
})

test('data that can’t be had is only logged: Loading ends, and the lists are empty', async () => {
  gate.fail(true)
  await forgetPages()
  const before = site.output.length
  await page.goto('/bookshop')
  await page.getByText('0 books found').waitFor()
  await page.goto('/podcasts')
  await page.getByText('0 episodes found').waitFor()
  for (const path of ['/', '/authors', '/programs/teen-coaching', '/books-by-ruvimbo-chikomo']) {
    expect((await page.goto(path))?.status(), path).toBe(200)
    await page.getByRole('main').getByRole('heading', { level: 1 }).waitFor()
    expect(await loading(page).count(), path).toBe(0)
    expect(await page.getByRole('main').getByRole('listitem').getByRole('button').count(), path).toBe(0)
  }
  expect(site.output.slice(before).join('\n')).toContain('ApiError')
  // An empty page of such a minute is kept for nobody.
  gate.fail(false)
  await page.goto('/')
  await page.getByRole('heading', { name: 'A patient book' }).waitFor()
})
