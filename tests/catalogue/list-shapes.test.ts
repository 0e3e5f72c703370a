// @module-tag full
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect } from 'vitest'
import { type ApiGate, openApiGate } from '#tests/support/api-gate.ts'
import { VIEWPORTS } from '#tests/support/browser.ts'
import { test } from '#tests/support/browser-test.ts'
import { LIST_SHAPES, PAGED_LISTS } from '#tests/support/list-shapes.ts'
import { openSite, type Site } from '#tests/support/site.ts'

let gate: ApiGate
let site: Site
beforeAll(async () => {
  gate = await openApiGate()
  site = await openSite({ PUBLIC_API_URL: gate.url })
  gate.leadTo(site.url)
  gate.shape(LIST_SHAPES.hundred)
  await Promise.all([site.publishBook(), site.publishPodcast({ categories: 'Teen Coaching' }), site.publishAuthor()])
})
afterAll(async () => {
  await site?.close()
  await gate?.close()
})

const items = (page: Page) =>
  page
    .getByRole('main')
    .getByRole('article')
    .filter({ has: page.getByRole('button') })

const [bookshop, ...others] = PAGED_LISTS
const title = '%s is as long as it was, and where it was, after Back'

test.each([bookshop])(title, comeBack)
test.each(others)(title, comeBack)

async function comeBack(path: string, size: number) {
  const { page } = await site.profile(VIEWPORTS[0])
  await page.goto(path)
  await page.getByRole('link', { name: 'Show more' }).press('Enter')
  await expect.poll(() => items(page).count()).toBe(2 * size)
  await items(page)
    .nth(2 * size - 1)
    .scrollIntoViewIfNeeded()
  const before = await page.evaluate(() => Math.round(scrollY))
  await page.evaluate(() => document.querySelector<HTMLElement>('footer a[href="/contact"]')?.click())
  const contact = page.getByRole('heading', { name: 'Send a message' })
  await contact.waitFor()
  const fetched: string[] = []
  // Requests for assets aren't counted, since toasts load their script when the browser is idle.
  const isData = (url: string) => !url.includes('/assets/')
  page.on('request', (request) => request.resourceType() === 'fetch' && isData(request.url()) && fetched.push(request.url()))
  await page.goBack()
  await expect.poll(() => items(page).count()).toBe(2 * size)
  await expect.poll(() => page.evaluate(() => Math.round(scrollY))).toBe(before)
  await page.goForward()
  await contact.waitFor()
  expect(fetched.join('\n')).toBe('')
}
