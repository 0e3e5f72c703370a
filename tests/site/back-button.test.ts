import type { Page } from 'playwright-core'
import { describe, expect } from 'vitest'
import type { Book } from '#contracts/catalogue/book.ts'
import { findBarriers } from '#tests/support/accessibility.ts'
import { UNANSWERED, VIEWPORTS } from '#tests/support/browser.ts'
import { test } from '#tests/support/browser-test.ts'
import { EPISODE, FREE_BOOK, PRICED_BOOK } from '#tests/support/catalogue.ts'
import { closeByEscape, waitForFocusIn } from '#tests/support/focus.ts'
import { ask } from '#tests/support/run-app.ts'
import { settle } from '#tests/support/settle.ts'
import type { Site } from '#tests/support/site.ts'

const [phone] = VIEWPORTS

let site: Site
test.beforeAll(({ site: shared }) => {
  site = shared
})

const card = (page: Page, title: string) => page.getByRole('article').filter({ hasText: title })
const readButton = (page: Page) => card(page, FREE_BOOK).getByRole('button', { name: /^Read\b(?! aloud)/ })
const viewer = (page: Page) => page.getByRole('dialog')
const nowPlaying = (page: Page) => page.getByRole('dialog', { name: 'Now Playing' })
const dock = (page: Page) => page.getByRole('region', { name: 'Player' })
const scrolled = (page: Page) => page.evaluate(() => Math.round(scrollY))
const pathOf = (page: Page) => new URL(page.url()).pathname
/** Navigates like a phone's Back button, without waiting for a page load, because none happens. */
const back = (page: Page) => page.evaluate(() => history.back())
const forward = (page: Page) =>
  page.evaluate(() => {
    // The Navigation API is used, because the page stops popstate events between overlay entries from propagating.
    const arrived = new Promise((resolve) => navigation.addEventListener('currententrychange', resolve, { once: true }))
    history.forward()
    return arrived.then(() => undefined)
  })
const overlayEntries = (page: Page) => page.evaluate(() => (history.state ? history.state.position - history.state.base : 0))

/** Visits the home page, then the bookshop, so that Back has a page to return to. */
async function enterBookshop(page: Page) {
  await page.goto('/')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Bookshop' }).click()
  // The heading is awaited, because the URL changes before the page does, and the home page lists books too.
  await page.getByRole('heading', { level: 1, name: 'Bookshop' }).waitFor()
}

async function openBook(page: Page) {
  await readButton(page).click()
  await page.getByText('Page 1 of 3').waitFor()
  await expect.poll(() => overlayEntries(page)).toBe(1)
}

const isClosed = (page: Page) => viewer(page).waitFor({ state: 'detached' })

describe('Back on a phone', () => {
  test('Back on a phone closes the viewer and restores the page’s scroll and focus without fetching the page again; the next Back leaves the page', async () => {
    const { page } = await site.profile(phone)
    await enterBookshop(page)
    await settle(page)
    await readButton(page).scrollIntoViewIfNeeded()
    await openBook(page)
    const before = await scrolled(page)
    const fetched: string[] = []
    page.on('request', (request) => /\.data|\/api\/books/.test(request.url()) && fetched.push(request.url()))
    await back(page)
    await isClosed(page)
    expect(pathOf(page)).toBe('/bookshop')
    expect(await scrolled(page)).toBe(before)
    await expect.poll(() => readButton(page).evaluate((button) => button === document.activeElement)).toBe(true)
    expect(fetched).toEqual([])

    await openBook(page)
    await back(page)
    await isClosed(page)
    await back(page)
    await page.waitForURL(`${site.url}/`)
  })

  test('Back right after a tap on a link returns to the page, even before the new page is visible', { tags: ['full'] }, async () => {
    const { page } = await site.profile(phone, { mayComplain: UNANSWERED })
    await page.goto('/bookshop')
    await settle(page)
    await page.evaluate(() => {
      const push = history.pushState.bind(history)
      history.pushState = (...entry) => {
        push(...entry)
        if (location.pathname === '/contact') history.back()
        document.documentElement.dataset.wentOn = location.pathname
      }
      document.querySelector<HTMLElement>('footer a[href="/contact"]')?.click()
    })
    await page.locator('html[data-went-on="/contact"]').waitFor()
    await page.waitForURL('**/bookshop')
    await readButton(page).click()
    await page.getByText('Page 1 of 3').waitFor()
    expect(pathOf(page)).toBe('/bookshop')
  })

  test.each(['the button', 'Escape'])(
    'closing the viewer by %s leaves no history entry that Back would have to pass',
    { tags: ['full'] },
    async (way) => {
      const { page } = await site.profile(phone, { mayComplain: UNANSWERED })
      await enterBookshop(page)
      await openBook(page)
      if (way === 'Escape') await page.keyboard.press('Escape')
      else await viewer(page).getByRole('button', { name: 'Close' }).click()
      await isClosed(page)
      expect(pathOf(page)).toBe('/bookshop')
      await back(page)
      await page.waitForURL(`${site.url}/`)
    },
  )

  test('Back followed by Forward opens no overlay, and the next book opens and closes as usual', { tags: ['full'] }, async () => {
    const { page } = await site.profile(phone)
    await enterBookshop(page)
    await openBook(page)
    await back(page)
    await isClosed(page)
    await forward(page)
    await isClosed(page)
    await openBook(page)
    await back(page)
    await isClosed(page)
    await back(page)
    await page.waitForURL(`${site.url}/`)
  })

  test('after a reload with an open book, one Back leads to the previous page', { tags: ['full'] }, async () => {
    const { page } = await site.profile(phone, { mayComplain: UNANSWERED })
    await enterBookshop(page)
    await openBook(page)
    await page.reload()
    await settle(page)
    await isClosed(page)
    expect(pathOf(page)).toBe('/bookshop')
    await back(page)
    await page.waitForURL(`${site.url}/`)
  })

  test('Back on a phone closes the viewer offline too', { tags: ['full'] }, async () => {
    const { context, page } = await site.profile(phone, { mayComplain: UNANSWERED })
    await enterBookshop(page)
    await openBook(page)
    await context.setOffline(true)
    await back(page)
    await isClosed(page)
    await readButton(page).waitFor()
  })

  test('Back on a phone minimizes the player, which continues playing; Back closes a book opened over the player first', {
    tags: ['full'],
  }, async () => {
    const { page } = await site.profile(phone, { mayComplain: UNANSWERED })
    await page.goto('/')
    await page.getByRole('contentinfo').getByRole('link', { name: 'Podcasts' }).click()
    await page.waitForURL('**/podcasts')
    await card(page, EPISODE).getByRole('button', { name: 'Listen' }).click()
    await nowPlaying(page).waitFor()
    await expect.poll(() => overlayEntries(page)).toBe(1)
    await back(page)
    await dock(page).waitFor()
    await isClosed(page)
    expect(pathOf(page)).toBe('/podcasts')
    expect(await page.locator('audio').evaluate((audio: HTMLAudioElement) => audio.paused)).toBe(false)

    await dock(page)
      .getByRole('button', { name: /Open the player/ })
      .click()
    await closeByEscape(page, nowPlaying(page))
    await isClosed(page)
    await page.getByRole('contentinfo').getByRole('link', { name: 'Bookshop' }).click()
    await page.waitForURL('**/bookshop')
    await openBook(page)
    await back(page)
    await isClosed(page)
    await dock(page).waitFor()
    await back(page)
    await page.waitForURL('**/podcasts')
  })

  test('the purchase button of a preview returns to the checkout, and Back leads to the shop', { tags: ['full'] }, async () => {
    const { page } = await site.profile(phone, { mayComplain: UNANSWERED })
    await page.goto('/bookshop')
    await card(page, PRICED_BOOK)
      .getByRole('button', { name: /^Read\b(?! aloud)/ })
      .click()
    await page.waitForURL('**/checkout/*')
    await page.getByRole('button', { name: /first pages/i }).click()
    await page.getByRole('button', { name: 'Page 1 of 8' }).waitFor()
    await expect.poll(() => overlayEntries(page)).toBe(1)
    await page.keyboard.press('End')
    await page.getByRole('button', { name: /Get the whole book/ }).click()
    await isClosed(page)
    expect(pathOf(page)).toMatch(/^\/checkout\//)
    await back(page)
    await page.waitForURL('**/bookshop')
  })

  test('Back closes an item that the page opened when it was loaded, and a reload does not reopen the item', {
    tags: ['full'],
  }, async () => {
    const { page } = await site.profile(phone, { mayComplain: UNANSWERED })
    await enterBookshop(page)
    const { id } = await page.evaluate(async () =>
      (await (await fetch('/api/books')).json()).find((book: Book) => book.title === 'A free book'),
    )
    await page.evaluate((open) => history.replaceState({ ...history.state, usr: { open } }, ''), { kind: 'book', id })
    await page.reload()
    await page.getByText('Page 1 of 3').waitFor()
    await expect.poll(() => overlayEntries(page)).toBe(1)
    await back(page)
    await isClosed(page)
    await page.reload()
    await readButton(page).waitFor()
    await page.waitForTimeout(300)
    expect(await viewer(page).count()).toBe(0)
  })
})

/** Overlays. Each has the function that opens the overlay on the page at `path`, and the name of the button that closes the overlay. */
const OVERLAYS = [
  { overlay: 'menu', path: '/bookshop', open: press('Open menu'), close: 'Close menu' },
  { overlay: 'reader', path: '/bookshop', open: openBook, close: 'Close' },
  { overlay: 'player', path: '/podcasts', open: openPlayer, close: 'Close' },
  { overlay: 'profile', path: '/authors', open: press('View Profile'), close: 'Close' },
  { overlay: 'dialog', path: '/books/a-free-book', open: press('Save offline'), close: 'Close' },
]

function press(name: string) {
  return (page: Page) => page.getByRole('button', { name }).first().click()
}

async function openPlayer(page: Page) {
  await card(page, EPISODE).getByRole('button', { name: 'Listen' }).click()
  await nowPlaying(page).waitFor()
}

describe('closing an overlay never cancels the navigation that follows', () => {
  const isReader = ({ overlay }: (typeof OVERLAYS)[number]) => overlay === 'reader'
  test.each(OVERLAYS.filter(isReader))('a link, a URL or a reload right after closing the $overlay', navigateAfterClosing)
  test.each(OVERLAYS.filter((each) => !isReader(each)))(
    'a link, a URL or a reload right after closing the $overlay',
    { tags: ['full'] },
    navigateAfterClosing,
  )

  async function navigateAfterClosing({ path, open, close }: (typeof OVERLAYS)[number]) {
    const { page } = await site.profile(phone, { mayComplain: UNANSWERED })
    await page.goto(path)
    for (const ms of [0, 5, 20, 50]) {
      await open(page)
      const button = viewer(page).getByRole('button', { name: close, exact: true }).first()
      await button.waitFor()
      await button.evaluate((element: HTMLElement, wait) => {
        const link = document.querySelector<HTMLElement>('footer a[href="/contact"]')
        element.click()
        if (wait === 0) link?.click()
        else setTimeout(() => link?.click(), wait)
      }, ms)
      await page.waitForURL('**/contact')
      await page.waitForTimeout(100)
      expect(pathOf(page)).toBe('/contact')
      await back(page)
      await page.waitForURL((url) => url.pathname === path)
      // The page is loaded again, because navigation by a link that is followed immediately precedes the removal of the profile from the
      // URL.
      if (path === '/authors') await page.goto(path)
    }
    for (const next of [() => page.goto('/contact'), () => page.reload()]) {
      await page.goto(path)
      await open(page)
      await waitForFocusIn(viewer(page))
      await page.keyboard.press('Escape')
      await next()
    }
  }

  test('Back skips the history entries of closed overlays and of a typed search', async () => {
    const { page } = await site.profile(phone, { mayComplain: UNANSWERED })
    await enterBookshop(page)
    for (let times = 0; times < 2; times++) {
      await openBook(page)
      await page.keyboard.press('Escape')
      await isClosed(page)
    }
    expect(await page.evaluate(() => history.state.position)).toBe(2)
    await page.getByRole('searchbox').first().fill('free')
    await page.waitForURL(/q=free/)
    await openBook(page)
    await back(page)
    await isClosed(page)
    expect(page.url()).toContain('q=free')
    await back(page)
    await page.waitForURL(`${site.url}/`)
    await forward(page)
    await page.waitForURL('**/bookshop*')
  })

  test('Back after closing a profile leaves the authors page in one step', async () => {
    const { page } = await site.profile(phone, { mayComplain: UNANSWERED })
    await page.goto('/')
    await page.getByRole('contentinfo').getByRole('link', { name: 'Authors' }).click()
    await page.waitForURL('**/authors')
    await page.getByRole('button', { name: 'View Profile' }).click()
    await page.waitForURL(/profile=/)
    await viewer(page).getByRole('button', { name: 'Close', exact: true }).first().click()
    await isClosed(page)
    await page.waitForURL('**/authors')
    await back(page)
    await page.waitForURL(`${site.url}/`)
  })

  test('Back after closing a profile that was opened directly by its URL leaves the site', { tags: ['full'] }, async () => {
    const { page } = await site.profile(phone, { mayComplain: UNANSWERED })
    const [author] = (await (await ask(`${site.url}/api/authors`)).json()) as { id: string }[]
    await page.goto(`/authors?profile=${author?.id}`)
    await viewer(page).getByRole('button', { name: 'Close', exact: true }).first().click()
    await isClosed(page)
    await page.goBack()
    await page.waitForURL('about:blank')
  })
})

describe('messages about scripts that fail to load', { tags: ['full'] }, () => {
  const failure = (page: Page) => page.getByText('This could not be loaded. Check your connection.')

  test.each([
    ['viewer', '/bookshop', /\/assets\/document-viewer[^/]*\.(js|css)/, FREE_BOOK, 'Read'],
    ['player', '/podcasts', /\/assets\/podcast-player[^/]*\.(js|css)/, EPISODE, 'Listen'],
  ])('the %s shows a message over the page, which stays; retrying fetches the script again', async (_, path, files, title, action) => {
    const { page } = await site.profile(phone, { mayComplain: UNANSWERED })
    let refused = 0
    await page.route(files, (route) => {
      refused += 1
      return route.abort()
    })
    await page.goto(path)
    await page.getByRole('searchbox').fill(title.slice(0, -1))
    await page.waitForURL(/q=/)
    const button = card(page, title).getByRole('button', { name: new RegExp(`^${action} `) })
    await button.click()
    await failure(page).waitFor()
    expect(refused).toBeGreaterThan(0)
    expect(await findBarriers(page)).toEqual([])
    expect(await page.getByRole('searchbox').inputValue()).toBe(title.slice(0, -1))
    const screen = page.getByRole('alertdialog')
    expect(await screen.getByRole('button', { name: 'Try again' }).evaluate((element) => element === document.activeElement)).toBe(true)
    for (let presses = 0; presses < 5; presses++) {
      await page.keyboard.press('Tab')
      // After the last button of the dialog the focus moves to the browser's own controls; the page then reports the body as focused.
      expect(await screen.evaluate((element) => element.contains(document.activeElement) || document.activeElement === document.body)).toBe(
        true,
      )
    }
    await back(page)
    await failure(page).waitFor({ state: 'detached' })
    expect(pathOf(page)).toBe(path)

    await button.click()
    await failure(page).waitFor()
    await page.getByRole('button', { name: 'Close' }).click()
    await failure(page).waitFor({ state: 'detached' })
    await expect.poll(() => button.evaluate((element) => element === document.activeElement)).toBe(true)

    await button.click()
    await failure(page).waitFor()
    await page.evaluate(() => Object.assign(window, { stayed: true }))
    await page.unroute(files)
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('dialog').waitFor()
    const style = await page.getByRole('dialog').evaluate((dialog) => getComputedStyle(dialog).position)
    expect(style).toBe('fixed')
    expect(await page.evaluate(() => 'stayed' in window)).toBe(true)
  })
})
