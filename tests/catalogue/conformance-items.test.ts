// @module-tag full
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, expect } from 'vitest'
import type { Book } from '#contracts/catalogue/book.ts'
import type { Podcast } from '#contracts/catalogue/podcast.ts'
import { UNANSWERED, VIEWPORTS } from '#tests/support/browser.ts'
import { test } from '#tests/support/browser-test.ts'
import { closeByEscape } from '#tests/support/focus.ts'
import { buildLockedPdf } from '#tests/support/locked-pdf.ts'
import { openSite, type Site } from '#tests/support/site.ts'

const [phone, desktop] = VIEWPORTS
let site: Site
let free: Book
let episode: Podcast
beforeAll(async () => {
  site = await openSite()
  const locked = new Blob([new Uint8Array(buildLockedPdf({ pages: 2, password: 'lamp' }))], { type: 'application/pdf' })
  ;[free, episode] = await Promise.all([
    site.publishBook({ title: 'A free book' }),
    site.publishPodcast({ title: 'A free episode' }),
    site.publishBook({ title: 'A locked book', pdf: locked }),
  ])
})
afterAll(() => site?.close())

const card = (page: Page, title: string) => page.getByRole('article').filter({ hasText: title })
const toast = (page: Page, text: string) => page.locator('.toast').filter({ hasText: text })

/**
 * Responds to the access check with the given body. Without a body, delays the response until `answer` is called with a body or a status.
 */
async function answerAccess(page: Page, body?: Record<string, string>) {
  const { promise, resolve } = Promise.withResolvers<Record<string, string> | number>()
  if (body) resolve(body)
  const asked: Record<string, string>[] = []
  await page.route('**/api/get-next-action', async (route) => {
    asked.push(route.request().postDataJSON())
    const answer = await promise
    await (typeof answer === 'number' ? route.fulfill({ status: answer, json: {} }) : route.fulfill({ json: answer }))
  })
  return { asked, answer: resolve }
}

test.each([
  { path: '/bookshop', kind: 'book', title: 'A free book', cover: 'View Book', button: 'Read', opened: 'A free book' },
  { path: '/podcasts', kind: 'podcast', title: 'A free episode', cover: 'Play Episode', button: 'Listen', opened: 'Now Playing' },
])(
  'choosing a $kind shows Verifying access... with disabled buttons, then opens it, follows the returned URL, or is idle again after a failure',
  async ({ path, kind, title, cover, button, opened }) => {
    const { page } = await site.profile(phone, { mayComplain: UNANSWERED })
    await page.goto(path)
    const one = card(page, title)
    const buttons = [one.getByRole('button', { name: cover }), one.getByRole('button', { name: new RegExp(`^${button} `) })]
    const enabled = () => Promise.all(buttons.map((each) => each.isEnabled()))

    const failed = await answerAccess(page)
    await buttons[1]?.click()
    await one.getByText('Verifying access...').waitFor()
    expect(await one.locator('.animate-spin').isVisible()).toBe(true)
    expect(await enabled()).toEqual([false, false])
    failed.answer(500)
    await toast(page, 'Failed to determine next action, retry.').waitFor()
    expect(await one.getByText('Verifying access...').count()).toBe(0)
    expect(await enabled()).toEqual([true, true])
    expect(failed.asked).toEqual([
      {
        productId: kind === 'book' ? free.id : episode.id,
        clientId: await page.evaluate(() => localStorage.getItem('clientID')),
        product: kind,
        currency: 'USD',
        returnUrl: page.url(),
      },
    ])

    await page.unroute('**/api/get-next-action')
    await buttons[0]?.click()
    await closeByEscape(page, page.getByRole('dialog', { name: opened }))
    await expect.poll(enabled).toEqual([true, true])

    await answerAccess(page, { action: `${site.url}/contact` })
    await buttons[1]?.click()
    await page.waitForURL('**/contact')
  },
)

test('a stored client id is used; a missing one is requested without a body and stored', async () => {
  const { page } = await site.profile(phone, { mayComplain: UNANSWERED })
  const requests: (string | null)[] = []
  page.on('request', (request) => request.url().endsWith('/api/get-client-id') && requests.push(request.postData()))
  await page.goto('/bookshop')
  await expect.poll(() => page.evaluate(() => localStorage.getItem('clientID'))).toMatch(/^[\w-]{22,}$/)
  expect(requests).toEqual([null])
  await page.goto('/podcasts')
  await card(page, 'A free episode')
    .getByRole('button', { name: /^Listen\b/ })
    .waitFor()
  expect(requests).toHaveLength(1)
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual(['clientID'])
})

test('a client id response without an id shows an error and stores nothing; the next valid response is used', async () => {
  const { page } = await site.profile(phone, { mayComplain: UNANSWERED })
  await page.route('**/api/get-client-id', (route) => route.fulfill({ json: {} }))
  await page.goto('/bookshop')
  await toast(page, 'Failed to fetch client ID').waitFor()
  expect(await page.evaluate(() => localStorage.getItem('clientID'))).toBeNull()
  const read = card(page, 'A free book').getByRole('button', { name: /^Read\b(?! aloud)/ })
  await read.click()
  await toast(page, 'Failed to determine next action, retry.').waitFor()
  expect(page.url()).toBe(`${site.url}/bookshop`)
  await page.unroute('**/api/get-client-id')
  await read.click()
  await page.getByText('Page 1 of 3').waitFor()
  expect(await page.evaluate(() => localStorage.getItem('clientID'))).toMatch(/^[\w-]{22,}$/)
})

test('the viewer loads, shows one page at a time between 1 and the total, and links a free file under its own URL', {
  tags: ['full'],
}, async () => {
  const { page } = await site.profile(desktop)
  const file = Promise.withResolvers<void>()
  const fetched: string[] = []
  await page.route(`**/${free.pdfUrl}**`, async (route) => {
    fetched.push(new URL(route.request().url()).pathname)
    await file.promise
    await route.continue()
  })
  await page.goto('/bookshop')
  await card(page, 'A free book')
    .getByRole('button', { name: /^Read\b(?! aloud)/ })
    .click()
  const viewer = page.getByRole('dialog', { name: 'A free book' })
  await viewer.locator('.animate-spin').waitFor()
  expect(await viewer.boundingBox()).toEqual({ x: 0, y: 0, ...desktop })
  expect(await viewer.getByRole('button', { name: /Previous|Next/ }).count()).toBe(0)
  expect(page.url()).toBe(`${site.url}/bookshop`)
  file.resolve()

  const [previous, next] = [viewer.getByRole('button', { name: 'Previous' }), viewer.getByRole('button', { name: 'Next' })]
  const visible = () =>
    viewer.locator('[data-page-number]:visible').evaluateAll((pages) => pages.map((each) => each.getAttribute('data-page-number')))
  await viewer.getByText('Page 1 of 3').waitFor()
  expect([await previous.isEnabled(), await next.isEnabled()]).toEqual([false, true])
  await expect.poll(visible).toEqual(['1'])
  await next.click()
  await viewer.getByText('Page 2 of 3').waitFor()
  await expect.poll(visible).toEqual(['2'])
  expect([await previous.isEnabled(), await next.isEnabled()]).toEqual([true, true])
  await next.click()
  await viewer.getByText('Page 3 of 3').waitFor()
  expect([await previous.isEnabled(), await next.isEnabled()]).toEqual([true, false])

  const download = viewer.getByRole('link', { name: 'Download PDF' })
  const address = (await download.getAttribute('href')) ?? ''
  expect(fetched.length).toBeGreaterThan(0)
  expect(fetched.filter((path) => path !== address && !path.startsWith(`${address}/pages`))).toEqual([])
  const [link, sheet] = [await download.boundingBox(), await viewer.locator('[data-page-number]:visible').boundingBox()]
  expect(link?.y).toBeGreaterThan(sheet?.y ?? Number.POSITIVE_INFINITY)
  const [saved] = await Promise.all([page.waitForEvent('download'), download.click()])
  expect(saved.suggestedFilename()).toBe('A free book.pdf')
  await viewer.getByRole('button', { name: 'Close' }).click()
  await viewer.waitFor({ state: 'detached' })
})

test('a protected file prompts for its password, and prompts again after a wrong or empty entry', {
  tags: ['full'],
}, async () => {
  const { page } = await site.profile(phone, { mayComplain: UNANSWERED })
  const prompts: string[] = []
  const answers = ['', 'candle', '', 'lamp']
  page.on('dialog', async (dialog) => {
    prompts.push(`${dialog.type()}: ${dialog.message()}`)
    await dialog.accept(answers[prompts.length - 1])
  })
  await page.goto('/bookshop')
  await card(page, 'A locked book')
    .getByRole('button', { name: /^Read\b(?! aloud)/ })
    .click()
  await page.getByText('Page 1 of 2').waitFor()
  const wrong = 'prompt: Invalid password. Please try again.'
  expect(prompts).toEqual(['prompt: Enter the password to open this PDF file.', wrong, wrong, wrong])
})

test('a success toast stays two seconds, an error toast four, and at most twenty are visible', async () => {
  const { page } = await site.profile(desktop, { mayComplain: new RegExp(`${UNANSWERED.source}|No response in time`) })
  const paused = Promise.withResolvers<void>()
  await page.route('**/api/get-client-id', async (route) => {
    await paused.promise
    await route.fulfill({ status: 503, json: {} })
  })
  await page.clock.install()
  await page.goto('/bookshop')
  // The error toast and the success toast start while the clock is paused, so each stays for exactly as long as the clock advances.
  await page.clock.pauseAt(Date.now() + 60_000)
  paused.resolve()
  const [error, success] = [toast(page, 'Failed to fetch client ID'), toast(page, 'Currency changed to ZWG')]
  await error.waitFor()
  await page.getByLabel('Currency').selectOption('ZWG')
  await success.waitFor()
  // Animations of entering and leaving toasts have different names.
  const animationOf = (shown: Locator) => shown.evaluate((element) => getComputedStyle(element).animationName)
  await expect.poll(() => animationOf(error)).not.toBe('none')
  const arriving = await animationOf(error)
  await expect.poll(() => animationOf(success)).toBe(arriving)
  await page.clock.runFor(1900)
  expect(await animationOf(success)).toBe(arriving)
  await page.clock.runFor(200)
  await expect.poll(() => animationOf(success)).not.toBe(arriving)
  await page.clock.runFor(1800)
  expect(await animationOf(error)).toBe(arriving)
  await page.clock.runFor(200)
  await expect.poll(() => animationOf(error)).not.toBe(arriving)

  await page.getByLabel('Currency').evaluate((select: HTMLSelectElement) => {
    for (let count = 0; count < 25; count++) {
      select.value = count % 2 ? 'ZWG' : 'USD'
      select.dispatchEvent(new Event('change', { bubbles: true }))
    }
  })
  await expect.poll(() => page.locator('.toast').count()).toBe(20)
})
