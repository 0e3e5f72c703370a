import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, onTestFinished } from 'vitest'
import type { Podcast } from '#contracts/podcast.ts'
import { programTexts } from '#site/program-texts.ts'
import { findBarriers, overflows } from '#tests/support/accessibility.ts'
import { inEachSize, UNANSWERED, VIEWPORTS } from '#tests/support/browser.ts'
import { test } from '#tests/support/browser-test.ts'
import { buildAudio } from '#tests/support/sample-files.ts'
import { openSite, type Site } from '#tests/support/site.ts'

const [phone, desktop] = VIEWPORTS
const SECONDS = 120
const { invitation } = programTexts['book-writing-coaching']
const DRAFT = 'Finish the first draft'

let site: Site
let draft: Podcast
beforeAll(async () => {
  site = await openSite()
  const audio = buildAudio({ seconds: SECONDS })
  const episode = (title: string, categories: string, price = '0') =>
    site.publishPodcast({ title, categories, price, duration: '2:00', audio, description: 'A talk.' })
  draft = await episode(DRAFT, 'Book Writing')
  await episode('Money talks for newlyweds', 'Relationship Coaching')
  await episode('A rule for small days', 'Spiritual and Personal Development')
  await episode('Learn to say no', 'Personal Development')
  await episode('Phones and Friday', 'Teen Coaching', '1')
  await site.publishBook({ title: 'Sow in Season' })
})
afterAll(() => site?.close())

const card = (page: Page, title: string) => page.getByRole('article').filter({ hasText: title })
const nowPlaying = (page: Page) => page.getByRole('dialog', { name: 'Now Playing' })
const dock = (page: Page) => page.getByRole('region', { name: 'Player' })
const seconds = (page: Page) => page.locator('audio').evaluate((audio: HTMLAudioElement) => audio.currentTime)
const paused = (page: Page) => page.locator('audio').evaluate((audio: HTMLAudioElement) => audio.paused)

/** Resolves when a request for the path has failed. */
const fails = (page: Page, path: string) => page.waitForEvent('requestfailed', (request) => request.url().includes(path))

async function plays(page: Page) {
  const from = await seconds(page)
  await expect.poll(() => seconds(page), { timeout: 10_000 }).toBeGreaterThan(from + 0.5)
}

async function listen(page: Page, title: string) {
  await page.goto('/podcasts')
  await card(page, title).getByRole('button', { name: 'Listen' }).click()
  await nowPlaying(page).waitFor()
}

describe.each(VIEWPORTS)('at $width × $height', (viewport) => {
  test('a visitor finds an episode, hears it on other pages, and goes on where they left it', async () => {
    const { page } = await site.profile(viewport)
    await page.goto('/podcasts')
    await page.getByText('5 episodes found').waitFor()
    await page.getByRole('searchbox').fill('first draft')
    await page.getByText('1 episode found').waitFor()
    await expect.poll(() => new URL(page.url()).search).toBe('?q=first+draft')
    await card(page, DRAFT).getByRole('button', { name: 'Listen' }).click()
    await nowPlaying(page).waitFor()
    await plays(page)
    expect(
      await nowPlaying(page)
        .getByRole('link', { name: /Download/ })
        .count(),
    ).toBe(1)
    expect(await findBarriers(page)).toEqual([])

    await nowPlaying(page).getByRole('button', { name: 'Close' }).click()
    await dock(page).waitFor()
    await page.getByRole('contentinfo').getByRole('link', { name: 'Bookshop' }).click()
    await page.getByRole('heading', { level: 1, name: 'Bookshop' }).waitFor()
    await plays(page)
    expect(await findBarriers(page)).toEqual([])
    // Covers that come meanwhile make the page longer.
    await expect
      .poll(async () => {
        await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight))
        const bottom = (await page.getByText('All rights reserved').boundingBox()) ?? { y: 0, height: 0 }
        const top = (await dock(page).boundingBox())?.y
        // Pages scroll by whole pixels, and end between two.
        return bottom.y + bottom.height < (top ?? 0) + 1
      })
      .toBe(true)

    await dock(page)
      .getByRole('button', { name: /Open the player/ })
      .click()
    const slider = nowPlaying(page).getByRole('slider', { name: 'Seek' })
    const { width, height } = (await slider.boundingBox()) ?? { width: 0, height: 0 }
    // Waits until the player has slid in, which a press at a place of the window would not.
    await slider.click({ position: { x: width * 0.6, y: height / 2 } })
    await expect.poll(() => seconds(page)).toBeGreaterThan(SECONDS * 0.5)
    await nowPlaying(page).getByRole('combobox', { name: 'Speed' }).selectOption('1.5×')
    expect(await page.locator('audio').evaluate((audio: HTMLAudioElement) => audio.playbackRate)).toBe(1.5)
    const left = await seconds(page)

    await page.reload()
    expect(await page.locator('audio').count()).toBe(0)
    // The page steps back over the player's entry, which would stop the next navigation.
    await page.waitForFunction(() => !history.state?.overlays)
    await listen(page, DRAFT)
    await plays(page)
    expect(await seconds(page)).toBeGreaterThan(left - 2)
    expect(await page.locator('audio').evaluate((audio: HTMLAudioElement) => audio.playbackRate)).toBe(1.5)
  })
})

test('pages have no barrier and do not scroll sideways in each size of window', async () => {
  const { page } = await site.profile(phone)
  for (const path of ['/podcasts', '/podcasts?q=nothing+like+it', '/programs/teen-coaching', '/programs/gents-empowerment']) {
    await page.goto(path)
    await page.waitForLoadState('networkidle')
    await inEachSize(page, async ({ width }) => {
      expect(await findBarriers(page), `${path}, ${width}`).toEqual([])
      expect(await overflows(page), `${path}, ${width}`).toBe(false)
    })
  }
})

test('a priced episode leads to its checkout', async () => {
  const { page } = await site.profile(phone, { mayComplain: UNANSWERED })
  await page.goto('/podcasts')
  await card(page, 'Phones and Friday').getByRole('button', { name: 'Listen' }).click()
  await page.waitForURL('**/checkout/*')
  await page.getByRole('heading', { level: 1, name: 'Phones and Friday' }).waitFor()
})

describe('when an episode has ended', () => {
  const PROGRAM = 'Ladies Empowerment'

  /** Three parts, of which the last has a price, until the test is over. */
  async function publishParts() {
    for (const [title, price] of [
      ['Part one', '0'],
      ['Part two', '0'],
      ['Part three', '1.5'],
    ] as const) {
      const part = await site.publishPodcast({ title, price, categories: PROGRAM, duration: '0:01', audio: buildAudio({ seconds: 1 }) })
      onTestFinished(async () => void (await site.remove(`/podcasts/${part.id}`)))
    }
  }

  test('the next of its program is offered, not begun; one with a price leads to its checkout', async () => {
    await publishParts()
    const { page } = await site.profile(phone)
    await listen(page, 'Part one')
    const player = nowPlaying(page)
    await player.getByText(`Next in ${PROGRAM}`, { exact: true }).waitFor()
    expect(await player.getByRole('status').filter({ hasText: 'Next' }).textContent()).toBe(`Next in ${PROGRAM}: Part two`)
    expect(await player.getByRole('heading', { name: 'Part one' }).isVisible()).toBe(true)
    expect(await findBarriers(page)).toEqual([])
    expect(await overflows(page)).toBe(false)
    await player.getByRole('button', { name: 'Listen' }).press('Enter')
    await player.getByRole('heading', { name: 'Part two' }).waitFor()
    await player.getByText('0:01 · $1.50').waitFor()
    expect(await player.getByRole('status').filter({ hasText: 'Next' }).textContent()).toBe(`Next in ${PROGRAM}: Part three, $1.50`)
    await player.getByRole('button', { name: 'Listen' }).click()
    await page.waitForURL('**/checkout/*')
  })

  test('the next begins by itself for whoever chose so, and keeps the player as it is; what has a price waits', async () => {
    await publishParts()
    const { page } = await site.profile(desktop, { mayComplain: UNANSWERED })
    await listen(page, DRAFT)
    await nowPlaying(page).getByRole('checkbox', { name: 'Play the next by itself' }).press('Space')
    await page.reload()
    await listen(page, 'Part one')
    expect(await nowPlaying(page).getByRole('checkbox', { name: 'Play the next by itself' }).isChecked()).toBe(true)
    await page.keyboard.press('Escape')
    await dock(page)
      .getByRole('button', { name: /Part two/ })
      .first()
      .waitFor()
    await dock(page).getByText(`Next in ${PROGRAM}: Part three, $1.50`).first().waitFor()
    expect(await nowPlaying(page).count()).toBe(0)
    expect(new URL(page.url()).pathname).toBe('/podcasts')
    expect(await findBarriers(page)).toEqual([])
    await dock(page).getByRole('button', { name: 'Listen to the next episode, Part three' }).click()
    await page.waitForURL('**/checkout/*')
  })

  test('nothing is offered after the last', async () => {
    const { page } = await site.profile(phone, { mayComplain: UNANSWERED })
    await listen(page, DRAFT)
    await plays(page)
    const [answer] = await Promise.all([
      page.waitForResponse(/\/next\?/),
      page.locator('audio').evaluate((audio: HTMLAudioElement) => {
        audio.currentTime = audio.duration - 0.3
      }),
    ])
    expect(await answer.json()).toEqual({ next: null })
    await nowPlaying(page).getByRole('button', { name: 'Play', exact: true }).waitFor()
    expect(
      await nowPlaying(page)
        .getByText(/^Next in/)
        .count(),
    ).toBe(0)
  })
})

test('a program page has the episodes of its categories and no others', async () => {
  const { page } = await site.profile(desktop, { mayComplain: UNANSWERED })
  const titles = async (slug: string) => {
    await page.goto(`/programs/${slug}`)
    return (await page.getByRole('article').getByRole('heading').allTextContents()).sort()
  }
  expect(await titles('relationship-coaching')).toEqual(['Money talks for newlyweds'])
  expect(await titles('spiritual-and-personal-development')).toEqual(['A rule for small days', 'Learn to say no'])
  expect(await titles('gents-empowerment')).toEqual([])
  await page.getByText('The first episodes are being prepared').waitFor()
  await page.getByRole('link', { name: 'All Episodes' }).click()
  await page.waitForURL('**/podcasts?category=Gents+Empowerment')
  await page.getByText('0 episodes found').waitFor()
  await page.goto('/programs/spiritual-and-personal-development')
  await page.getByRole('link', { name: 'All Episodes' }).click()
  await page.getByText('2 episodes found').waitFor()
  expect((await page.getByRole('article').getByRole('heading').allTextContents()).sort()).toEqual([
    'A rule for small days',
    'Learn to say no',
  ])
  expect((await page.goto('/programs/cookery'))?.status()).toBe(404)
})

test('a chat opens beside the site, and the episode goes on', async () => {
  const { context, page } = await site.profile(phone, { mayComplain: UNANSWERED })
  await context.route('https://wa.me/**', (route) => route.fulfill({ body: 'A chat' }))
  await page.goto('/programs/book-writing-coaching')
  await card(page, DRAFT).getByRole('button', { name: 'Listen' }).click()
  await nowPlaying(page).getByRole('button', { name: 'Close' }).click()
  await dock(page).waitFor()
  const chat = page.getByRole('region', { name: invitation.title }).getByRole('link')
  const [beside] = await Promise.all([context.waitForEvent('page'), chat.click()])
  await beside.getByText('A chat').waitFor()
  expect(await beside.evaluate(() => opener)).toBeNull()
  await plays(page)
})

test('the keyboard is enough', async () => {
  const { page } = await site.profile(desktop, { mayComplain: UNANSWERED })
  await page.goto('/podcasts')
  const button = card(page, DRAFT).getByRole('button', { name: 'Listen' })
  await button.focus()
  await page.keyboard.press('Enter')
  await nowPlaying(page).waitFor()
  await plays(page)
  await page.keyboard.press('Space')
  await expect.poll(() => paused(page)).toBe(true)
  await page.keyboard.press('k')
  await expect.poll(() => paused(page)).toBe(false)
  await page.keyboard.press('ArrowRight')
  await expect.poll(() => seconds(page)).toBeGreaterThan(30)
  await page.keyboard.press('ArrowLeft')
  await expect.poll(() => seconds(page)).toBeLessThan(30)
  const slider = nowPlaying(page).getByRole('slider', { name: 'Seek' })
  await slider.focus()
  await page.keyboard.press('PageUp')
  await expect.poll(() => seconds(page)).toBeGreaterThan(60)
  await page.keyboard.press('Home')
  await expect.poll(() => seconds(page)).toBeLessThan(10)
  const about = nowPlaying(page).getByText('About this episode')
  await about.focus()
  await page.keyboard.press('Space')
  await nowPlaying(page).getByText('A talk.').waitFor()
  expect(await paused(page)).toBe(false)
  await page.keyboard.press('Escape')
  await dock(page).waitFor()
  await expect.poll(() => button.evaluate((element) => element === document.activeElement)).toBe(true)
  expect(await paused(page)).toBe(false)
  await dock(page).getByRole('button', { name: 'Close the player' }).press('Enter')
  await expect.poll(() => page.locator('audio').count()).toBe(0)
})

test('a refused address is renewed by asking for access again', async () => {
  const { page } = await site.profile(phone, { mayComplain: UNANSWERED })
  let asked = 0
  page.on('request', (request) => {
    if (request.url().endsWith('/get-next-action')) asked++
  })
  await page.route(`**/${draft.audioUrl}*`, (route) => (asked < 2 ? route.fulfill({ status: 403 }) : route.continue()))
  await listen(page, DRAFT)
  await plays(page)
  expect(asked).toBe(2)
})

test('an address that could not be renewed is not held against the episode chosen meanwhile', async () => {
  const { page } = await site.profile(phone, { mayComplain: UNANSWERED })
  const other = await site.publishPodcast({ title: 'A second voice', price: '0', audio: buildAudio({ seconds: 60 }) })
  onTestFinished(async () => void (await site.remove(`/podcasts/${other.id}`)))
  const held = Promise.withResolvers<void>()
  let asked = 0
  await page.route('**/get-next-action', async (route) => {
    if (route.request().postDataJSON().productId !== draft.id || ++asked === 1) return route.continue()
    await held.promise
    await route.fulfill({ status: 503, json: {} })
  })
  await page.route(`**/${draft.audioUrl}*`, (route) => route.fulfill({ status: 403 }))
  await listen(page, DRAFT)
  await expect.poll(() => asked).toBe(2)
  await page.keyboard.press('Escape')
  await card(page, other.title).getByRole('button', { name: 'Listen' }).click()
  await plays(page)
  const refusal = page.waitForResponse((response) => response.status() === 503)
  held.resolve()
  await refusal
  await plays(page)
  expect(await nowPlaying(page).getByRole('alert').count()).toBe(0)
})

test('a lost connection is said, and trying again plays on', async () => {
  const { page } = await site.profile(phone, { mayComplain: UNANSWERED })
  await page.route(`**/${draft.audioUrl}*`, (route) => route.abort())
  await listen(page, DRAFT)
  await nowPlaying(page).getByRole('alert').waitFor()
  expect(await findBarriers(page)).toEqual([])
  await page.unroute(`**/${draft.audioUrl}*`)
  await nowPlaying(page).getByRole('button', { name: 'Try again' }).click()
  await plays(page)
  expect(await nowPlaying(page).getByRole('alert').count()).toBe(0)
})

test('without a connection a link leaves everything as it is, and says so', async () => {
  const { context, page } = await site.profile(phone, { mayComplain: UNANSWERED })
  await listen(page, DRAFT)
  await plays(page)
  await page.keyboard.press('Escape')
  await dock(page).waitFor()
  // What shows notices is loaded soon after something is pressed.
  await page.waitForFunction(() => performance.getEntriesByType('resource').some(({ name }) => name.includes('/toast-notices')))
  await context.setOffline(true)
  await page.getByRole('contentinfo').getByRole('link', { name: 'Authors' }).click()
  await page.getByText('You are offline.').waitFor()
  expect(new URL(page.url()).pathname).toBe('/podcasts')
  expect(await paused(page)).toBe(false)
  await context.setOffline(false)
  await page.getByRole('contentinfo').getByRole('link', { name: 'Authors' }).click()
  await page.getByRole('heading', { name: 'Our Authors', exact: true }).waitFor()
  await plays(page)
})

test('a search whose answer does not come leaves the page, its search box and the episode; the list says so and is tried again', async () => {
  const { context, page } = await site.profile(phone, { mayComplain: UNANSWERED })
  await listen(page, DRAFT)
  await plays(page)
  await page.keyboard.press('Escape')
  await dock(page).waitFor()
  const search = page.getByRole('searchbox')
  const failure = page.getByRole('alert').filter({ hasText: 'The list could not be fetched' })
  await page.route('**/api/podcasts?*', (route) => route.abort())
  await search.fill('newly')
  await failure.waitFor()
  expect(await page.getByRole('heading', { level: 1, name: 'Podcasts' }).isVisible()).toBe(true)
  expect(await search.inputValue()).toBe('newly')
  expect(await search.evaluate((box) => box === document.activeElement)).toBe(true)
  expect(await findBarriers(page)).toEqual([])
  await plays(page)

  await Promise.all([fails(page, '/api/podcasts'), failure.getByRole('button', { name: 'Try again' }).click()])
  await failure.getByRole('button', { name: 'Try again', disabled: false }).waitFor()
  await page.unroute('**/api/podcasts?*')
  await page.route('**/api/podcasts?*', (route) => route.fulfill({ status: 502, body: 'Bad gateway' }))
  await search.fill('newlyw')
  await page.waitForURL('**/podcasts?q=newlyw')
  await failure.waitFor()
  await page.unroute('**/api/podcasts?*')
  await failure.getByRole('button', { name: 'Try again' }).click()
  await page.getByText('1 episode found').waitFor()
  await card(page, 'Money talks for newlyweds').waitFor()
  expect(await failure.count()).toBe(0)

  await context.setOffline(true)
  await search.fill('first draft')
  await page.getByRole('alert').filter({ hasText: 'You are offline' }).waitFor()
  await context.setOffline(false)
  await search.fill('first')
  await page.getByText('1 episode found').waitFor()
  await card(page, DRAFT).waitFor()
  await plays(page)
})

test('a page whose list could not be fetched stands, and the list is tried again without ending the episode', async () => {
  const { page } = await site.profile(phone, { mayComplain: UNANSWERED })
  await listen(page, DRAFT)
  await plays(page)
  await page.keyboard.press('Escape')
  await page.route('**/api/authors?*', (route) => route.abort())
  await page.getByRole('contentinfo').getByRole('link', { name: 'Authors' }).click()
  await page.getByText('The list could not be fetched.').waitFor()
  await page.getByRole('heading', { name: 'Our Authors', exact: true }).waitFor()
  await Promise.all([fails(page, '/api/authors'), page.getByRole('button', { name: 'Try again' }).click()])
  await page.unroute('**/api/authors?*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('heading', { name: 'Our authors are still writing' }).waitFor()
  await plays(page)
})

test('where the browser does not start by itself, the play button waits', async () => {
  const { page } = await site.profile(phone)
  await page.addInitScript(() => {
    const play = HTMLMediaElement.prototype.play
    HTMLMediaElement.prototype.play = () => {
      HTMLMediaElement.prototype.play = play
      return Promise.reject(new DOMException('Not without a touch', 'NotAllowedError'))
    }
  })
  await listen(page, DRAFT)
  const button = nowPlaying(page).getByRole('button', { name: 'Play', exact: true })
  await button.waitFor()
  expect(await nowPlaying(page).getByRole('alert').count()).toBe(0)
  await button.click()
  await plays(page)
})

test('an episode goes on while a book is read, and is paused from there', async () => {
  const { page } = await site.profile(phone, { mayComplain: UNANSWERED })
  await listen(page, DRAFT)
  await plays(page)
  await page.keyboard.press('Escape')
  await page.getByRole('contentinfo').getByRole('link', { name: 'Bookshop' }).click()
  await card(page, 'Sow in Season').getByRole('button', { name: 'Read', exact: true }).click()
  await page.getByText('Page 1 of 3').waitFor()
  await plays(page)
  expect(await dock(page).count()).toBe(0)
  expect(await overflows(page)).toBe(false)
  expect(await findBarriers(page)).toEqual([])
  const viewer = page.getByRole('dialog', { name: 'Sow in Season' })
  await viewer.getByRole('button', { name: `Pause ${DRAFT}` }).click()
  await expect.poll(() => paused(page)).toBe(true)
  await viewer.getByRole('button', { name: `Play ${DRAFT}` }).click()
  await plays(page)
  await page.keyboard.press('Escape')
  await dock(page).getByRole('button', { name: 'Pause', exact: true }).waitFor()
  await plays(page)
})

test('a second tab that plays pauses the first, which plays on when it is asked to', async () => {
  const { context, page } = await site.profile(desktop, { mayComplain: UNANSWERED })
  const second = await context.newPage()
  await listen(page, DRAFT)
  await plays(page)
  await listen(second, 'Money talks for newlyweds')
  await plays(second)
  await expect.poll(() => paused(page)).toBe(true)
  expect(await paused(second)).toBe(false)
  await nowPlaying(page).getByRole('button', { name: 'Play', exact: true }).click()
  await plays(page)
  await expect.poll(() => paused(second)).toBe(true)
  expect(await paused(page)).toBe(false)
})
