// @module-tag full
import type { BrowserContextOptions, Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, onTestFinished } from 'vitest'
import { COLLECTION_PAGES, POLICY_PAGES, PUBLIC_PAGES, UNLISTED_PAGES } from '#scripts/support/public-pages.ts'
import { findBarriers, overflows } from '#tests/support/accessibility.ts'
import { inEachSize, VIEWPORTS } from '#tests/support/browser.ts'
import { ORDINARY_BROWSER } from '#tests/support/browser-name.ts'
import { test } from '#tests/support/browser-test.ts'
import { walkThrough } from '#tests/support/focus.ts'
import { examineHero } from '#tests/support/hero-picture.ts'
import { expectLargeTextToFit, withLargeText } from '#tests/support/large-text.ts'
import { delayLettersAndPictures, layoutShift } from '#tests/support/layout-shift.ts'
import { expectWhole, findLost } from '#tests/support/overflowing-content.ts'
import { ask } from '#tests/support/run-app.ts'
import { findSchemaFaults } from '#tests/support/schema-org.ts'
import { settle } from '#tests/support/settle.ts'
import { openSite, type Site } from '#tests/support/site.ts'
import { visitPages } from '#tests/support/visit-pages.ts'

/*
 * Each page is opened once per window size and all its checks run in that visit; tests of overlays on pages follow.
 * Every visit also checks for console errors, failed requests and horizontal overflow.
 */

const MOST_SHIFT = 0.02
/** Paths of the public pages, without the terms and refunds, which have the layout of the privacy page */
const PAGES = Object.values(PUBLIC_PAGES).filter((path) => path !== POLICY_PAGES.terms && path !== POLICY_PAGES.refunds)
const WITHOUT_HERO = [PUBLIC_PAGES.purchases, ...COLLECTION_PAGES, POLICY_PAGES.privacy, ...UNLISTED_PAGES]
const MISSING = '/nowhere'
const LOGIN = '/admin/login'
const EMPTY_SEARCH = '/bookshop?q=zyzzyva'
/** Search pages with results of every kind, and without results */
const SEARCHES = ['/search?q=book+or+episode+or+mornings+or+marriage+or+printed', '/search?q=zyzzyva']

let site: Site
let profile: string
/** Paths of a book, an episode and an author */
let itemPages: string[]
let order: { checkout: string; clientId: string }
beforeAll(async () => {
  site = await openSite()
  const [author, priced, episode] = await Promise.all([
    site.publishAuthor({ facebook: 'https://facebook.com/tapiwa' }),
    site.publishBook({ title: 'A priced book', price: '4.5' }),
    site.publishPodcast({ title: 'An episode', categories: 'Teen Coaching', host: 'Nomathemba Khumalo-Ndlovu' }),
    ...['One', 'Two', 'Three', 'Four', 'Five'].map((title) =>
      site.publishBook({ title: `Book ${title}`, author: 'Farai Dube', description: 'Words. '.repeat(40) }),
    ),
    site.publishBook({ title: 'A free book' }),
    site.publishBook({ title: 'The founder’s own', author: 'Ruvimbo Chikomo' }),
  ])
  profile = `/authors?profile=${author.id}`
  itemPages = [`/books/${priced.slug}`, `/podcasts/${episode.slug}`, `/authors/${author.slug}`]
  order = await chooseToBuy(priced.id)
})
afterAll(() => site?.close())

async function chooseToBuy(productId: string) {
  async function post<Answer>(path: string, json: object): Promise<Answer> {
    const headers = { 'content-type': 'application/json' }
    return (await ask(`${site.url}/api/${path}`, { method: 'POST', headers, body: JSON.stringify(json) })).json()
  }
  const { clientId } = await post<{ clientId: string }>('get-client-id', {})
  const wish = { productId, product: 'book', currency: 'USD', clientId, returnUrl: `${site.url}/bookshop` }
  const { action } = await post<{ action: string }>('get-next-action', wish)
  return { checkout: new URL(action).pathname, clientId }
}

type Size = { width: number; height: number }
type Look = (page: Page, path: string) => Promise<void>

async function visit(paths: string[], viewport: Size, looks: Look[], options: BrowserContextOptions & { late?: boolean } = {}) {
  const { late = false, ...kind } = options
  await visitPages(site.browser, paths, {
    url: site.url,
    viewport,
    missing: [MISSING],
    profile: { userAgent: ORDINARY_BROWSER, ...kind },
    prepare: async (page) => {
      await page.addInitScript((id) => localStorage.setItem('clientID', id), order.clientId)
      if (late) await delayLettersAndPictures(page)
    },
    look: async (page, path) => {
      for (const look of looks) await look(page, path)
    },
  })
}

const holdsStill: Look = async (page, path) => {
  const { total, found } = await layoutShift(page)
  expect(total, `${path}: ${JSON.stringify(found)}`).toBeLessThanOrEqual(MOST_SHIFT)
}

const losesNothing: Look = async (page, path) => expect([await findLost(page), await overflows(page)], path).toEqual([[], false])

/** Expects cookies and browser storage to hold only names that the privacy page lists. */
const keepsOnlyWhatIsNamed: Look = async (page, path) => {
  const stored = await page.evaluate(() => [...Object.keys(localStorage), ...Object.keys(sessionStorage)])
  const cookies = (await page.context().cookies()).map(({ name }) => name)
  const privacy = await (await ask(site.url + POLICY_PAGES.privacy)).text()
  const named = (name: string) => privacy.includes(`>${name}</code>`)
  expect(
    [...new Set([...stored, ...cookies])].filter((name) => !named(name)),
    path,
  ).toEqual([])
}

/** Expects links to other sites to open in a new tab, so that this site stays open and audio plays on. */
const leadsAwayBeside: Look = async (page, path) => {
  const leaving = page
    .locator('a[href^="http"]')
    .evaluateAll((links) =>
      (links as HTMLAnchorElement[])
        .filter(
          ({ host, target, relList }) => host !== location.host && !(target === '_blank' && /no(opener|referrer)/.test(relList.value)),
        )
        .map(({ href }) => href),
    )
  expect(await leaving, path).toEqual([])
}

const isReadableOverHero: Look = async (page, path) => {
  if (!PAGES.includes(path) || WITHOUT_HERO.includes(path)) return
  const { words, lightest } = await examineHero(page)
  expect(words.length).toBeGreaterThan(2)
  for (const { text, large, contrast } of words) expect(contrast, `${path}: ${text}`).toBeGreaterThanOrEqual(large ? 3 : 4.5)
  // The overlay that darkens the hero picture on a desktop must leave the picture's highlights bright.
  if ((page.viewportSize()?.width ?? 0) > 1024) expect(lightest, path).toBeGreaterThan(0.75)
}

/** Paths of the pages that the test walks through with Tab. Policy pages are skipped, since their only controls are those on every page. */
const WALKED = [...PAGES.filter((path) => !Object.values(POLICY_PAGES).includes(path)), MISSING, EMPTY_SEARCH]

const isReachedByTab: Look = async (page, path) => {
  if (![...WALKED, ...itemPages].includes(path)) return
  expect(await walkThrough(page), path).toEqual({ troubles: [], missed: [] })
  // Each card has two Tab stops: the title, which links to the item's page, and the button that opens the item. Episodes have a menu too.
  const stops = await page.getByRole('article').evaluateAll((cards) => {
    const count = (card: Element, kind: string) =>
      [...card.querySelectorAll<HTMLElement>(kind)].filter(({ tabIndex }) => tabIndex >= 0).length
    return cards.map((card) => `${count(card, 'a')} links, ${count(card, 'button')} buttons`)
  })
  expect(new Set(stops).difference(new Set(['1 links, 1 buttons', '1 links, 0 buttons', '1 links, 2 buttons'])), path).toEqual(new Set())
}

test('findBarriers reports unnamed buttons, low contrast, images without alternative text and unlabeled inputs', async () => {
  const page = await site.browser.newPage()
  await page.setContent(`<html lang="en"><title>Barriers</title><main><h1>Barriers</h1><img src="data:,"><button></button><input>
    <p style="color: #bbb; background: #fff">Pale</p></main></html>`)
  const rules = (await findBarriers(page)).map((barrier) => barrier.split(':')[0])
  expect(rules.toSorted()).toEqual(['button-name', 'color-contrast', 'image-alt', 'label'])
  await page.close()
})

test('every page has a single JSON-LD graph of valid schema.org terms, without files of items for sale, and a share image of its own', async () => {
  const priced = await site.publishPodcast({ title: 'A priced episode', price: '2' })
  onTestFinished(async () => void (await site.remove(`/podcasts/${priced.id}`)))
  const listed = PAGES.filter((path) => path !== PUBLIC_PAGES.purchases && !UNLISTED_PAGES.includes(path))
  const kinds = new Map<string, string[]>()
  const pictures = new Map<string, string>()
  const items = [...itemPages, '/books/a-free-book', `/podcasts/${priced.slug}`]
  // Reading is polled, since share images of items are rendered in the background; until then og:image is the cover.
  const readHtml = async (path: string) => (await ask(site.url + path)).text()
  for (const path of items) await expect.poll(() => readHtml(path)).toContain('"og:image:width" content="1200"')
  for (const path of [...listed, ...items]) {
    const html = await readHtml(path)
    const graphs = [...html.matchAll(/<script type="application\/ld\+json">(.*?)<\/script>/g)].map(([, json = '']) => JSON.parse(json))
    expect(graphs, path).toHaveLength(1)
    pictures.set(path, /property="og:image" content="([^"]+)"/.exec(html)?.[1] ?? '')
    expect(await findSchemaFaults(graphs[0]), path).toEqual([])
    kinds.set(
      path,
      graphs[0]['@graph'].map((thing: { '@type': string }) => thing['@type']),
    )
    if (/^\/(books|podcasts)\//.test(path)) {
      const item = graphs[0]['@graph'][3]
      expect(Boolean(item.encoding ?? item.associatedMedia), path).toBe(item.isAccessibleForFree)
    }
  }
  // Every page has a separate share image, except policies and collections, which use the image of the home page.
  const shared = [...Object.values(POLICY_PAGES), ...COLLECTION_PAGES]
  const own = [...pictures].filter(([path]) => !shared.includes(path)).map(([, picture]) => picture)
  expect(new Set(own).size).toBe(own.length)
  for (const picture of own) expect((await ask(picture)).status, picture).toBe(200)
  const added = (path = '') => kinds.get(path)?.slice(3)
  for (const [path, types] of kinds) expect(types.slice(0, 3), path).toEqual(['WebPage', 'WebSite', 'Organization'])
  expect(itemPages.map(added)).toEqual([
    ['Book', 'BreadcrumbList'],
    ['PodcastEpisode', 'PodcastSeries', 'BreadcrumbList'],
    ['Person', 'BreadcrumbList'],
  ])
  expect(['/bookshop', '/podcasts', '/programs/teen-coaching', '/publishing'].map(added)).toEqual([
    ...[['FAQPage'], ['PodcastSeries'], ['Service', 'PodcastSeries'], ['Service']],
  ])
  const unlisted = await (await ask(`${site.url}/bookshop?q=one`)).text()
  expect(unlisted).not.toContain('ld+json')
})

// This test runs before any response is cached, so that pages are streamed while their data arrives.
test('every page hydrates without a mismatch or console error, stores only what the privacy page lists, and has readable text over its hero picture on a wide screen', async () => {
  const paths = [...PAGES, ...itemPages, profile, '/bookshop?q=one&category=Teen+Coaching', MISSING, LOGIN]
  await visit(paths, { width: 1920, height: 1080 }, [keepsOnlyWhatIsNamed, isReadableOverHero])
})

describe('page layout when fonts and pictures load late', () => {
  let paths: string[]
  beforeAll(async () => {
    paths = [...PAGES, ...itemPages, profile, '/bookshop?q=one&category=Teen+Coaching', EMPTY_SEARCH, ...SEARCHES, MISSING, LOGIN]
    // Pages are requested as a crawler, which gets complete documents, and are then cached. Late data is covered by another test.
    for (const path of paths) await ask(site.url + path, { headers: { 'user-agent': 'Googlebot' } })
  })

  test.each(VIEWPORTS)(
    'at $width × $height no page shifts its layout or has unreadable text over its hero picture; Tab reaches every control, stops at each card’s title and button, and the focus is always visible',
    (viewport) => visit(paths, viewport, [holdsStill, isReadableOverHero, isReachedByTab], { late: true }),
  )

  test('no page shifts its layout on a tablet', async () => {
    await visit(PAGES, { width: 768, height: 800 }, [holdsStill], { late: true, isMobile: true, hasTouch: true })
  })
})

/**
 * Window sizes of WCAG 2.2, 1.4.10 Reflow and 1.4.4 Resize Text: the narrowest supported page, a phone of 360 pixels with text at 200 %,
 * and a window of 1280 pixels at 200 %.
 */
describe('pages 320 pixels wide, 360 with text at 200 %, and at 200 % zoom', () => {
  const narrowest = { width: 320, height: 640 }
  const zoomed = { width: 640, height: 400 }
  const kind = { deviceScaleFactor: 2, isMobile: false, hasTouch: false }

  test('no page scrolls horizontally or clips its content when it is narrow or its text is enlarged', () =>
    visit(
      [...PAGES, ...itemPages, MISSING, EMPTY_SEARCH, ...SEARCHES, order.checkout, LOGIN],
      narrowest,
      [losesNothing, leadsAwayBeside, expectLargeTextToFit, (page, path) => inEachSize(page, () => losesNothing(page, path), [zoomed])],
      kind,
    ))

  async function isWhole(page: Page, part: Locator, unfold = async () => undefined as unknown) {
    await expectWhole(page, part)
    const isWholeUnfolded = async () => {
      await unfold()
      await expectWhole(page, part)
    }
    await inEachSize(page, isWholeUnfolded, [zoomed])
    await withLargeText(page, () => expectWhole(page, part))
  }

  test('menu, profile, viewer and player are fully usable in a narrow window and with enlarged text', async () => {
    const { page } = await site.profile(narrowest, kind)
    await page.goto('/')
    await page.getByRole('button', { name: 'Open menu' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Programs' }).click()
    await isWhole(page, page.getByRole('dialog'))

    await page.goto('/authors')
    await page.getByRole('button', { name: 'View Profile' }).click()
    await page.getByRole('dialog').getByText('Writes in the mornings.').waitFor()
    await settle(page)
    await isWhole(page, page.getByRole('dialog'))

    await page.goto('/bookshop?q=free')
    const book = page.getByRole('article').filter({ hasText: 'A free book' })
    await book.getByRole('button', { name: /^Read\b(?! aloud)/ }).click()
    await page.getByText('Page 1 of 3').waitFor()
    // The reader's header and footer are collapsed in a window of little height.
    await isWhole(page, page.getByRole('dialog'), () => page.getByRole('button', { name: 'More controls' }).click())

    await page.goto('/podcasts')
    await page.getByRole('button', { name: 'Listen' }).click()
    await isWhole(page, page.getByRole('dialog', { name: 'Now Playing' }))
    await page.keyboard.press('Escape')
    await isWhole(page, page.getByRole('region', { name: 'Player' }))
  })
})
