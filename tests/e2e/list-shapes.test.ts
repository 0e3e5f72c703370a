import type { Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, expect } from 'vitest'
import { findBarriers, overflows } from '#tests/support/accessibility.ts'
import { type ApiGate, openApiGate } from '#tests/support/api-gate.ts'
import { inEachSize, UNANSWERED, VIEWPORTS } from '#tests/support/browser.ts'
import { test } from '#tests/support/browser-test.ts'
import { focused } from '#tests/support/focus.ts'
import { LIST_SHAPES, PAGED_LISTS } from '#tests/support/list-shapes.ts'
import { openSite, type Site } from '#tests/support/site.ts'

const FOUNDER = '/books-by-ruvimbo-chikomo'

let gate: ApiGate
let site: Site
beforeAll(async () => {
  gate = await openApiGate()
  site = await openSite({ PUBLIC_API_URL: gate.url }, { mayLog: /ApiError/ })
  gate.leadTo(site.url)
  await Promise.all([site.publishBook(), site.publishPodcast({ categories: 'Teen Coaching' }), site.publishAuthor()])
})
afterEach(() => {
  gate.fail(false)
  gate.shape()
})
afterAll(async () => {
  await site?.close()
  await gate?.close()
})

/** Each state at an address of its own, by a parameter that these pages don't read: a page that was rendered is kept by its address. */
const addressOf = (path: string, state: string) => `${path}?subject=${state}`
const items = (page: Page) =>
  page
    .getByRole('main')
    .getByRole('article')
    .filter({ has: page.getByRole('button') })

test('a list of one is a list', async () => {
  gate.shape(LIST_SHAPES.one)
  const { page } = await site.profile(VIEWPORTS[0])
  for (const [path, count, line] of [
    ['/', 2],
    ['/bookshop', 1, '1 book found'],
    ['/podcasts', 1, '1 episode found'],
    ['/authors', 1],
    [FOUNDER, 1],
    ['/programs/teen-coaching', 1],
  ] as const) {
    await page.goto(addressOf(path, 'one'))
    await inEachSize(page, async () => {
      if (line) await page.getByText(line).waitFor()
      expect(await items(page).count(), path).toBe(count)
      expect(await page.getByRole('link', { name: 'Show more' }).count(), path).toBe(0)
      expect(await overflows(page), path).toBe(false)
    })
  }
})

test.each(['none', 'failed'])(
  'an empty list says kindly that it is, and one that could not be had that it could not: %s',
  async (state) => {
    const { page } = await site.profile(VIEWPORTS[0], { mayComplain: UNANSWERED })
    if (state === 'none') gate.shape(LIST_SHAPES.none)
    else gate.fail(true)
    for (const [path, ...words] of [
      ['/', 'The shelf is being filled', 'The microphone is warming up'],
      ['/bookshop', '0 books found', 'The shelf is being filled'],
      ['/podcasts', '0 episodes found', 'The microphone is warming up'],
      ['/authors', 'Our authors are still writing'],
      [FOUNDER, 'The shelf is being filled'],
      ['/programs/teen-coaching', 'The first episodes are being prepared'],
    ] as const) {
      await page.goto(addressOf(path, state))
      const [lines, lists] = [words.filter((text) => text.endsWith('found')), words.filter((text) => !text.endsWith('found'))]
      await inEachSize(page, async () => {
        for (const text of state === 'none' ? words : lines) await page.getByText(text).waitFor()
        await expect
          .poll(() => page.getByText('The list could not be fetched.').count(), { message: path })
          .toBe(state === 'none' ? 0 : lists.length)
        expect(await items(page).count(), path).toBe(0)
        expect(await findBarriers(page), path).toEqual([])
        expect(await overflows(page), path).toBe(false)
      })
    }
  },
)

test.each([
  ['/bookshop', 24, '100 books found'],
  ['/podcasts', 24, '100 episodes found'],
  ['/authors', 24, undefined],
  [FOUNDER, 24, undefined],
  ['/programs/teen-coaching', 12, undefined],
] as const)('%s shows a hundred, page by page, and the keyboard goes on where they begin', async (path, size, line) => {
  gate.shape(LIST_SHAPES.hundred)
  const { page } = await site.profile(VIEWPORTS[0])
  await page.goto(addressOf(path, 'hundred'))
  await page.waitForLoadState('networkidle')
  if (line) await inEachSize(page, () => page.getByText(line).waitFor())
  const more = page.getByRole('link', { name: 'Show more' })
  for (let [shown, turn] = [size as number, 0]; shown < 100; shown += size, turn++) {
    // By turns on a phone and a desktop.
    await page.setViewportSize(VIEWPORTS[turn % 2] ?? VIEWPORTS[0])
    expect(await items(page).count()).toBe(shown)
    await page.getByText(`${shown} of 100 shown`).waitFor()
    await more.press('Enter')
    await expect.poll(() => items(page).count()).toBe(Math.min(shown + size, 100))
    await expect
      .poll(() =>
        items(page)
          .nth(shown)
          .evaluate((item) => item.contains(document.activeElement)),
      )
      .toBe(true)
  }
  await inEachSize(page, async () => {
    expect(await more.count()).toBe(0)
    expect(await overflows(page)).toBe(false)
  })
})

test('long and foreign names, and covers that can’t be had, stay in their places', async () => {
  gate.shape(LIST_SHAPES.odd)
  const { page } = await site.profile(VIEWPORTS[0])
  for (const path of ['/', '/bookshop', '/podcasts', '/authors', FOUNDER, '/programs/teen-coaching']) {
    await page.goto(addressOf(path, 'odd'))
    await page.waitForLoadState('networkidle')
    await inEachSize(page, async ({ width }) => {
      expect(await findBarriers(page), path).toEqual([])
      expect(await overflows(page), path).toBe(false)
      const boxes = await Promise.all((await items(page).all()).map((item) => item.boundingBox()))
      expect(boxes.length, path).toBeGreaterThan(3)
      for (const box of boxes) {
        expect(box?.x, path).toBeGreaterThanOrEqual(0)
        expect((box?.x ?? 0) + (box?.width ?? 0), path).toBeLessThanOrEqual(width)
      }
    })
  }
})

test('more that could not be fetched is said, and fetched when it is asked for again', async () => {
  gate.shape(LIST_SHAPES.hundred)
  const { page } = await site.profile(VIEWPORTS[0], { mayComplain: UNANSWERED })
  await page.goto(addressOf('/bookshop', 'more'))
  await page.waitForLoadState('networkidle')
  gate.fail(true)
  await page.getByRole('link', { name: 'Show more' }).press('Enter')
  await page.getByText('The next ones could not be fetched.').waitFor()
  expect(await focused(page)).toBe('a Try again')
  expect(await findBarriers(page)).toEqual([])
  gate.fail(false)
  await page.getByRole('link', { name: 'Try again' }).press('Enter')
  await expect.poll(() => items(page).count()).toBe(48)
})

test.each(PAGED_LISTS)('%s is as long as it was, and where it was, for who comes back to it', async (path, size) => {
  gate.shape(LIST_SHAPES.hundred)
  const { page } = await site.profile(VIEWPORTS[0])
  await page.goto(addressOf(path, 'back'))
  await page.waitForLoadState('networkidle')
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
  page.on('request', (request) => request.resourceType() === 'fetch' && fetched.push(request.url()))
  await page.goBack()
  await expect.poll(() => items(page).count()).toBe(2 * size)
  await expect.poll(() => page.evaluate(() => Math.round(scrollY))).toBe(before)
  await page.goForward()
  await contact.waitFor()
  expect(fetched).toEqual([])
})

test.each([
  ['/bookshop', 'Back to the first books'],
  ['/podcasts', 'Back to the first episodes'],
  ['/authors', 'Back to the first authors'],
])('a later page of %s does not say how many are before it, and leads to the first', async (path, link) => {
  gate.shape((all) => LIST_SHAPES.hundred(all).map((item, index) => ({ ...item, title: `Number ${index}`, name: `Number ${index}` })))
  const { page } = await site.profile(VIEWPORTS[0])
  await page.goto(addressOf(path, 'first'))
  const first = await items(page).first().getByRole('heading').textContent()
  const later = await page.getByRole('link', { name: 'Show more' }).getAttribute('href')
  await page.goto(String(later))
  await page.waitForLoadState('networkidle')
  expect(await items(page).first().getByRole('heading').textContent()).not.toBe(first)
  expect(await page.getByText(/of 100 shown/).count()).toBe(0)
  await page.getByRole('link', { name: link }).click()
  await expect.poll(() => items(page).first().getByRole('heading').textContent()).toBe(first)
  await page.getByText('24 of 100 shown').waitFor()
})
