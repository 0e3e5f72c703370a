import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import type { Book } from '#contracts/book.ts'
import type { Podcast } from '#contracts/podcast.ts'
import { UNANSWERED, VIEWPORTS } from '#tests/support/browser.ts'
import { test } from '#tests/support/browser-test.ts'
import { closeByEscape } from '#tests/support/focus.ts'
import { buildLockedPdf } from '#tests/support/locked-pdf.ts'
import { openSite, type Site } from '#tests/support/site.ts'

const [phone, desktop] = VIEWPORTS
const LONG = 'A year of small disciplines, told by somebody who failed at most of them and kept the rest. '.repeat(6)

let site: Site
let free: Book
let episode: Podcast
beforeAll(async () => {
  site = await openSite()
  const locked = new Blob([new Uint8Array(buildLockedPdf({ pages: 2, password: 'lamp' }))], { type: 'application/pdf' })
  ;[free, episode] = await Promise.all([
    site.publishBook({ title: 'A free book', description: LONG }),
    site.publishPodcast({ title: 'A free episode', description: LONG }),
    site.publishBook({ title: 'A priced book', price: '4.5' }),
    site.publishPodcast({ title: 'A priced episode', price: '1.25' }),
    site.publishBook({ title: 'A locked book', pdf: locked }),
  ])
})
afterAll(() => site?.close())

const card = (page: Page, title: string) => page.getByRole('article').filter({ hasText: title })
const toast = (page: Page, text: string) => page.locator('.toast').filter({ hasText: text })

/** Answers the access check with these words, or not before `answer` is called with them. */
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

describe.each(VIEWPORTS)('at $width × $height', (viewport) => {
  test.each([
    {
      path: '/bookshop',
      title: 'A free book',
      cover: 'View Book',
      button: 'Read',
      ratio: 2 / 3,
      lines: 2,
      priced: 'A priced book',
      price: '$4.50',
    },
    {
      path: '/podcasts',
      title: 'A free episode',
      cover: 'Play Episode',
      button: 'Listen',
      ratio: 1,
      lines: 3,
      priced: 'A priced episode',
      price: '$1.25',
    },
  ])(
    'a card on $path has its cover’s ratio, its clamp, its buttons and its price',
    async ({ path, title, cover, button, ratio, lines, priced, price }) => {
      const { context, page } = await site.profile(viewport, { mayComplain: UNANSWERED })
      await page.goto(path)
      const over = card(page, title).getByRole('button', { name: cover })
      // The button lies over the whole cover.
      const { width, height } = (await over.boundingBox()) ?? { width: 0, height: 1 }
      expect(width / height).toBeCloseTo(ratio, 2)
      const description = card(page, title).getByText(LONG.trim())
      const style = await description.evaluate((element) => {
        const { webkitLineClamp, lineHeight } = getComputedStyle(element)
        return { clamp: webkitLineClamp, lines: element.clientHeight / Number.parseFloat(lineHeight) }
      })
      expect(style.clamp).toBe(String(lines))
      expect(style.lines).toBeCloseTo(lines, 1)
      await card(page, title).getByText('Free', { exact: true }).waitFor()
      await card(page, priced).getByText(price, { exact: true }).waitFor()
      // Free is said in a colour of its own, and a price never in that.
      const colour = (of: string, text: string) =>
        card(page, of)
          .getByText(text, { exact: true })
          .evaluate((element) => getComputedStyle(element).color)
      expect(await colour(priced, price)).not.toBe(await colour(title, 'Free'))
      expect(await card(page, title).getByRole('button', { name: button, exact: true }).isVisible()).toBe(true)
      if (viewport === desktop) await comesUpUnderThePointer(over, cover, width)
      await context.close()
    },
  )
})

async function comesUpUnderThePointer(over: Locator, words: string, coverWidth: number) {
  const opacity = () => over.getByText(words).evaluate((element) => getComputedStyle(element).opacity)
  const picture = over.locator('xpath=..').locator('img')
  expect(await opacity()).toBe('0')
  await over.hover()
  await expect.poll(opacity).toBe('1')
  await expect.poll(async () => (await picture.boundingBox())?.width).toBeGreaterThan(coverWidth * 1.02)
}

test.each([
  { path: '/bookshop', title: 'A priced book', texts: ['Tapiwa Gumbo', 'A year of small disciplines.', '$4.50'] },
  { path: '/podcasts', title: 'A priced episode', texts: ['Chiedza Mapfumo', '45:30', 'On finishing.', '$1.25'] },
  { path: '/podcasts', title: 'A free episode', texts: ['Free'] },
])('$title shows its cover, title, author or host, description, price or Free, and how long it is', async ({ path, title, texts }) => {
  const { page } = await site.profile(desktop, { mayComplain: UNANSWERED })
  await page.goto(path)
  const one = card(page, title)
  await one.getByRole('heading', { name: title }).waitFor()
  for (const text of texts) await one.getByText(text, { exact: true }).waitFor()
  const cover = one.getByRole('img', { name: `Cover of ${title}` })
  await expect.poll(() => cover.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(0)
})

test.each([
  { path: '/bookshop', kind: 'book', title: 'A free book', cover: 'View Book', button: 'Read', opened: 'A free book' },
  { path: '/podcasts', kind: 'podcast', title: 'A free episode', cover: 'Play Episode', button: 'Listen', opened: 'Now Playing' },
])(
  'choosing a $kind says Verifying access... with its buttons disabled, then views it, goes to the answered address, or is idle again',
  async ({ path, kind, title, cover, button, opened }) => {
    const { page } = await site.profile(phone, { mayComplain: UNANSWERED })
    await page.goto(path)
    const one = card(page, title)
    const buttons = [one.getByRole('button', { name: cover }), one.getByRole('button', { name: button, exact: true })]
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

test.each([{}, { action: 'foo bar' }])(
  'an answer to the access check that makes no sense, %j, is said and leads nowhere',
  async (answer) => {
    const { page } = await site.profile(phone, { mayComplain: UNANSWERED })
    await answerAccess(page, answer as Record<string, string>)
    await page.goto('/bookshop')
    const read = card(page, 'A free book').getByRole('button', { name: 'Read', exact: true })
    await read.click()
    await toast(page, 'Failed to determine next action, retry.').waitFor()
    expect([page.url(), await read.isEnabled()]).toEqual([`${site.url}/bookshop`, true])
  },
)

test.each([
  ['/bookshop', 'A free book', 'Read'],
  ['/podcasts', 'A free episode', 'Listen'],
])('what is chosen on %s while the list narrows by what was typed is opened', async (path, title, button) => {
  const { page } = await site.profile(phone, { mayComplain: UNANSWERED })
  const access = await answerAccess(page)
  await page.goto(path)
  await page.waitForLoadState('networkidle')
  await page.getByRole('searchbox').fill('free')
  await card(page, title).getByRole('button', { name: button, exact: true }).click()
  await page.waitForURL('**?q=*')
  await card(page, 'A priced').waitFor({ state: 'detached' })
  expect(await card(page, title).getByRole('button', { name: button, exact: true }).isDisabled()).toBe(true)
  access.answer({ action: 'view' })
  await page.getByRole('dialog').waitFor()
})

test('a stored client id is used, a missing one is requested with no body and stored', async () => {
  const { page } = await site.profile(phone, { mayComplain: UNANSWERED })
  const requests: (string | null)[] = []
  page.on('request', (request) => request.url().endsWith('/api/get-client-id') && requests.push(request.postData()))
  await page.goto('/bookshop')
  await expect.poll(() => page.evaluate(() => localStorage.getItem('clientID'))).toMatch(/^[\w-]{22,}$/)
  expect(requests).toEqual([null])
  await page.goto('/podcasts')
  await page.waitForLoadState('networkidle')
  expect(requests).toHaveLength(1)
  expect(await page.evaluate(() => Object.keys(localStorage))).toEqual(['clientID'])
})

test('an answer without a client id is said, stored nowhere, and the next answer is taken', async () => {
  const { page } = await site.profile(phone, { mayComplain: UNANSWERED })
  await page.route('**/api/get-client-id', (route) => route.fulfill({ json: {} }))
  await page.goto('/bookshop')
  await toast(page, 'Failed to fetch client ID').waitFor()
  expect(await page.evaluate(() => localStorage.getItem('clientID'))).toBeNull()
  const read = card(page, 'A free book').getByRole('button', { name: 'Read', exact: true })
  await read.click()
  await toast(page, 'Failed to determine next action, retry.').waitFor()
  expect(page.url()).toBe(`${site.url}/bookshop`)
  await page.unroute('**/api/get-client-id')
  await read.click()
  await page.getByText('Page 1 of 3').waitFor()
  expect(await page.evaluate(() => localStorage.getItem('clientID'))).toMatch(/^[\w-]{22,}$/)
})

test('the viewer loads, shows one page at a time within 1 and the total, and offers a free file under its own address', async () => {
  const { page } = await site.profile(desktop)
  const file = Promise.withResolvers<void>()
  const fetched: string[] = []
  await page.route(`**/${free.pdfUrl}**`, async (route) => {
    fetched.push(new URL(route.request().url()).pathname)
    await file.promise
    await route.continue()
  })
  await page.goto('/bookshop')
  await card(page, 'A free book').getByRole('button', { name: 'Read', exact: true }).click()
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

test('what is paid for is viewed and heard without a download link', async () => {
  const { page } = await site.profile(phone, { mayComplain: UNANSWERED })
  const media = `${site.url}/api/media`
  await answerAccess(page, { action: 'view', url: `${media}/${free.pdfUrl}` })
  await page.goto('/bookshop')
  await card(page, 'A priced book').getByRole('button', { name: 'Read', exact: true }).click()
  await page.getByText('Page 1 of 3').waitFor()
  expect(await page.getByRole('dialog').getByRole('link').count()).toBe(0)

  await page.unroute('**/api/get-next-action')
  await answerAccess(page, { action: 'view', url: `${media}/${episode.audioUrl}` })
  await page.goto('/podcasts')
  await card(page, 'A priced episode').getByRole('button', { name: 'Listen' }).click()
  await page.getByRole('dialog', { name: 'Now Playing' }).waitFor()
  await expect.poll(() => page.locator('audio').evaluate((audio: HTMLAudioElement) => audio.played.length)).toBeGreaterThan(0)
  expect(await page.getByRole('dialog').getByRole('link').count()).toBe(0)
})

test('a document that fails to load says so', async () => {
  const { page } = await site.profile(phone, { mayComplain: UNANSWERED })
  await page.route(`**/${free.pdfUrl}**`, (route) => route.fulfill({ status: 404 }))
  await page.goto('/bookshop')
  await card(page, 'A free book').getByRole('button', { name: 'Read', exact: true }).click()
  await page.getByText('Error loading document').waitFor()
  await page.getByText('Please try again later').waitFor()
  expect(await page.getByRole('dialog').locator('.animate-spin').count()).toBe(0)
})

test('a protected file asks for its password with the browser’s prompt, and again after a wrong entry or none', async () => {
  const { page } = await site.profile(phone, { mayComplain: UNANSWERED })
  const prompts: string[] = []
  const answers = ['', 'candle', '', 'lamp']
  page.on('dialog', async (dialog) => {
    prompts.push(`${dialog.type()}: ${dialog.message()}`)
    await dialog.accept(answers[prompts.length - 1])
  })
  await page.goto('/bookshop')
  await card(page, 'A locked book').getByRole('button', { name: 'Read', exact: true }).click()
  await page.getByText('Page 1 of 2').waitFor()
  const wrong = 'prompt: Invalid password. Please try again.'
  expect(prompts).toEqual(['prompt: Enter the password to open this PDF file.', wrong, wrong, wrong])
})

test('a success toast stays two seconds, an error toast four, and there are twenty at most', async () => {
  const { page } = await site.profile(desktop, { mayComplain: UNANSWERED })
  const paused = Promise.withResolvers<void>()
  await page.route('**/api/get-client-id', async (route) => {
    await paused.promise
    await route.fulfill({ status: 503, json: {} })
  })
  await page.clock.install()
  await page.goto('/bookshop')
  // Both begin while no time passes, so that each stays for exactly what the clock is moved on.
  await page.clock.pauseAt(Date.now() + 60_000)
  paused.resolve()
  const [error, success] = [toast(page, 'Failed to fetch client ID'), toast(page, 'Currency changed to ZWG')]
  await error.waitFor()
  await page.getByLabel('Currency').selectOption('ZWG')
  await success.waitFor()
  // It arrives by one animation and leaves by another.
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
