// @module-tag full
import { rm } from 'node:fs/promises'
import { createConfig, lintFromString } from '@redocly/openapi-core'
import type { Browser } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, vi } from 'vitest'
import { PUBLIC_PAGES, UNLISTED_PAGES } from '#scripts/support/public-pages.ts'
import { signInAt } from '#tests/support/admin-area.ts'
import { sharedBrowser, VIEWPORTS } from '#tests/support/browser.ts'
import { test } from '#tests/support/browser-test.ts'
import { hasFfmpeg } from '#tests/support/ffmpeg.ts'
import { expectLargeTextToFit } from '#tests/support/large-text.ts'
import { type RunningApp, signIn } from '#tests/support/run-app.ts'
import { makeTempFolder } from '#tests/support/temp-folder.ts'
import { visitPages } from '#tests/support/visit-pages.ts'
import { adminLifeCycles, messageLifeCycle } from './sweep/accounts.ts'
import {
  type Catalogue,
  type Headers,
  importAndExport,
  itemLifeCycles,
  lowBitrateAudio,
  madeEpub,
  publishCatalogue,
  uploadLifeCycle,
} from './sweep/catalogue.ts'
import { type DescribedApi, openDescribedApi } from './sweep/described-api.ts'
import { findHtmlErrors } from './sweep/html-rules.ts'
import { assetsOfStyles, namedAssets, typeOf } from './sweep/named-assets.ts'
import { npmStart } from './sweep/npm-start.ts'
import { refusals, unknownPaths } from './sweep/refusals.ts'
import { orderLifeCycles, rateLifeCycles } from './sweep/selling.ts'
import { siteLifeCycle } from './sweep/site.ts'

/* The server is started like a new installation, and the tests request every operation of the API description, one test after the other.
   The tests fail if an operation never succeeded or a response is not in the API description. */

const SETTINGS = { CONTACT_DELIVERY: 'inbox' }

let dataDir: string
let app: RunningApp
let browser: Browser
let credentials: { email: string; password: string }
let admin: Headers
let api: DescribedApi
let catalogue: Catalogue
let sold: Awaited<ReturnType<typeof orderLifeCycles>>
const assets = new Set<string>()

beforeAll(async () => {
  dataDir = await makeTempFolder()
  ;[app, browser] = await Promise.all([npmStart(dataDir, SETTINGS), sharedBrowser()])
  credentials = await app.admin()
  admin = await signIn(app.url, credentials)
  api = await openDescribedApi(app.url)
  catalogue = await publishCatalogue(api, admin)
  await rateLifeCycles(api, admin)
  sold = await orderLifeCycles(api, admin, { book: catalogue.priced, dataDir })
})
afterAll(async () => {
  await app?.stop()
  await rm(dataDir, { recursive: true, force: true })
})

const publicPages = () => [
  ...Object.values(PUBLIC_PAGES),
  ...[`/authors?profile=${catalogue.author.id}`, '/bookshop?q=house&category=Teen+Coaching', '/bookshop?q=zyzzyva', '/admin/login'],
  '/admin/forgot-password',
  '/admin/invitation',
]
const buyersPages = () => [`/checkout/${sold.order}`, `/sandbox-gateway/${sold.reference}`, '/purchases', '/bookshop']
const adminPages = () =>
  [
    ...['books', 'books/new', `books/${catalogue.free.id}/edit`, 'authors', 'authors/new', `authors/${catalogue.author.id}/edit`],
    ...['podcasts', 'podcasts/new', `podcasts/${catalogue.episode.id}/edit`, 'accounts', 'accounts/new', 'accounts/sessions', 'account'],
    ...[
      'orders',
      `orders/${sold.order}`,
      'buyer?email=nobody@lectern.example',
      'sales',
      'statistics',
      `statistics/book/${catalogue.free.id}`,
      'rates',
      'overview',
      'messages',
      'saved-answers',
      'saved-answers/new',
      'activity',
    ],
  ].map((path) => `/admin/${path}`)

describe('the API', () => {
  test('the API description has no lint errors', async () => {
    // The key of a file ends with a dot and an extension, so it can't be `authors` or `pages`.
    const config = await createConfig({ extends: ['recommended-strict'], rules: { 'no-ambiguous-paths': 'off', 'info-contact': 'error' } })
    const source = await (await fetch(`${app.url}/api/openapi.json`)).text()
    const problems = await lintFromString({ source, absoluteRef: 'openapi.json', config })
    expect(problems.map(({ ruleId, message, location }) => `${ruleId}: ${message} ${location[0]?.pointer}`)).toEqual([])
    // Spectral and client generators interpret `"items": false` as missing items.
    expect(source).not.toContain('"items":false')
  })

  test('API responses to valid and rejected requests match the API description, through the life cycle of every kind of data', async () => {
    for (const path of ['', '/live', '/ready']) await api.ask(200, `GET /api/health${path}`)
    // Changes of lists run one after the other, because their responses are compared by ETag.
    const items = async () => {
      await itemLifeCycles(api, admin, catalogue)
      await uploadLifeCycle(api, admin)
      await importAndExport(api, admin)
    }
    await Promise.all([items(), adminLifeCycles(api, admin, dataDir), messageLifeCycle(api, admin), siteLifeCycle(api, admin)])
    await madeEpub(api, admin, catalogue)
    if (hasFfmpeg) await lowBitrateAudio(api, catalogue)
    const unavailable = hasFfmpeg ? /test-mail 200$/ : /test-mail 200$|\/(light|podcast\.m4a)( \d+)?$/
    expect(api.neverAnswered().filter((name) => !unavailable.test(name))).toEqual([])
  })

  test('API responses to unauthorized, missing and invalid requests match the API description', () => refusals(api, admin))
})

test('an unknown path responds 404 under every prefix', () => unknownPaths(app.url))

test('robots.txt limits search engines to public pages and names the sitemap', async () => {
  const response = await fetch(`${app.url}/robots.txt`)
  expect(response.headers.get('content-type')).toContain('text/plain')
  const lines = (await response.text()).split('\n')
  for (const path of ['/admin', '/checkout', '/sandbox-gateway', '/api']) expect(lines).toContain(`Disallow: ${path}`)
  expect(lines).toContain(`Sitemap: ${app.url}/sitemap.xml`)
})

describe('a page', () => {
  test('each page is valid HTML, has the same status and ETag for HEAD, and responds 304 to its ETag', async () => {
    await Promise.all(
      publicPages().map(async (path) => {
        const response = await fetch(app.url + path)
        const html = await response.text()
        expect([response.status, response.headers.get('content-type')], path).toEqual([200, expect.stringContaining('text/html')])
        expect(await findHtmlErrors(html), path).toEqual([])
        for (const asset of namedAssets(html, app.url + path)) assets.add(asset)
        const head = await fetch(app.url + path, { method: 'HEAD' })
        expect([head.status, head.headers.get('etag')], path).toEqual([200, response.headers.get('etag')])
        const etag = response.headers.get('etag')
        if (etag) expect((await fetch(app.url + path, { headers: { 'if-none-match': etag } })).status, path).toBe(304)
      }),
    )
  })

  test('each public page is in the sitemap, with the time of its last change', async () => {
    const response = await fetch(`${app.url}/sitemap.xml`)
    expect(response.headers.get('content-type')).toContain('xml')
    const addressesIn = (map: string) => [...map.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = '']) => address)
    const files = addressesIn(await response.text())
    const maps = await Promise.all(files.map(async (file) => (await fetch(file)).text()))
    const [pages = '', ...items] = maps
    expect(
      addressesIn(pages)
        .map((address) => new URL(address).pathname)
        .toSorted(),
    ).toEqual(
      Object.values(PUBLIC_PAGES)
        .filter((path) => !UNLISTED_PAGES.includes(path))
        .toSorted(),
    )
    expect(pages).toMatch(/\/bookshop<\/loc><lastmod>\d{4}-\d\d-\d\dT[\d:.]+Z<\/lastmod>/)
    // The sitemaps list each item once, with its picture.
    const addresses = maps.flatMap(addressesIn)
    const catalogue = await Promise.all(['books', 'podcasts', 'authors'].map((kind) => fetch(`${app.url}/api/${kind}`)))
    const counts = (await Promise.all(catalogue.map((list) => list.json() as Promise<unknown[]>))).map((list) => list.length)
    const listed = items.map((map) => [...map.matchAll(/<url><loc>[^<]+<\/loc><lastmod>[^<]+<\/lastmod><image:image>/g)].length)
    expect(listed).toEqual(counts)
    expect(new Set(addresses).size).toBe(addresses.length)
    for (const address of addresses)
      for (const method of ['GET', 'HEAD']) expect((await fetch(address, { method })).status, `${method} ${address}`).toBe(200)
  })

  // This test covers private pages; public pages are tested in `tests/site/every-page.test.ts`.
  test('pages of a buyer and of the admin area open without console errors at each window size', async () => {
    const [phone, desktop] = VIEWPORTS
    const visit = { url: app.url, viewport: phone, alsoIn: [desktop] }
    await Promise.all([
      visitPages(browser, buyersPages(), {
        ...visit,
        prepare: (page) => page.addInitScript((id) => localStorage.setItem('clientID', id), sold.clientId),
        look: expectLargeTextToFit,
      }),
      visitPages(browser, adminPages(), {
        ...visit,
        prepare: (page) => signInAt(page, credentials),
        look: async (page, path) => {
          const html = await page.content()
          expect(await findHtmlErrors(html), path).toEqual([])
          for (const asset of namedAssets(html, app.url + path)) assets.add(asset)
          await expectLargeTextToFit(page, path)
        },
      }),
    ])
  })
})

test('every asset referenced by a page exists with the right content type', async () => {
  expect(assets.size).toBeGreaterThan(20)
  for (const asset of assets) {
    const response = await fetch(app.url + asset)
    expect([response.status, response.headers.get('content-type')], asset).toEqual([200, expect.stringMatching(typeOf(asset))])
    // The set of assets may grow during iteration, since assets of style sheets are added.
    const body = asset.includes('.css') ? await response.text() : void (await response.arrayBuffer())
    if (body) for (const named of assetsOfStyles(body, app.url + asset)) assets.add(named)
  }
})

test('all responses are the same after a restart, from a cold and from a warm cache', async () => {
  const paths = [...publicPages(), '/api/books', '/api/podcasts', '/api/authors', '/api/openapi.json', '/sitemap.xml', '/robots.txt']
  // The test waits for share images, which are rendered in the background and referenced by pages.
  for (const kind of ['books', 'podcasts', 'authors']) await expect.poll(() => countUndrawn(kind)).toBe(0)
  const before = await Promise.all(paths.map((path) => wholeText(path)))
  expect(await app.stop()).toBe(0)
  app = await npmStart(dataDir, SETTINGS)
  for (const path of paths) expect((await fetch(app.url + path)).status, `${path} from a cold cache`).toBe(200)
  const after = await Promise.all(paths.map((path) => wholeText(path)))
  // Only the first difference is reported, because the texts are long.
  for (const [index, path] of paths.entries()) expect(firstDifference(before[index] ?? '', after[index] ?? ''), path).toBeUndefined()
})

/** Hydration data is ignored, since its order is the order in which the database responded. The content is in the page itself. */
const STREAMED_DATA = /<script[^>]*>window\.__reactRouterContext\.streamController\.enqueue\(.*?<\/script>/gs

async function countUndrawn(kind: string): Promise<number> {
  const items = (await (await fetch(`${app.url}/api/${kind}`)).json()) as { id: string }[]
  const details = await Promise.all(items.map(async ({ id }) => (await fetch(`${app.url}/api/${kind}/${id}`)).json()))
  return details.filter((item) => (item as { sharePicture: string | null }).sharePicture === null).length
}

/** Returns the text of the final response for a URL path: a page that was streamed is requested again until it is complete. */
function wholeText(path: string): Promise<string> {
  return vi.waitUntil(
    async () => {
      const response = await fetch(app.url + path)
      const text = withoutAddress(await response.text()).replaceAll(STREAMED_DATA, '')
      return response.headers.has('etag') || !response.headers.get('content-type')?.includes('html') ? text : undefined
    },
    { timeout: 60_000, interval: 500 },
  )
}

/** Removes the URL of the site, whose port differs after a restart. Links to other sites and apps contain the URL too. */
function withoutAddress(text: string) {
  return [app.url, encodeURIComponent(app.url), new URL(app.url).host].reduce((rest, address) => rest.replaceAll(address, ''), text)
}

function firstDifference(one: string, other: string) {
  if (one === other) return undefined
  const at = [...one].findIndex((character, index) => character !== other[index])
  return [one, other].map((text) => text.slice(Math.max(0, at - 100), at + 100))
}

test('none of the requests sent to the server logged an error', () => {
  expect(app.output.filter((line) => /"level":[56]0\b|^\w*Error\b/.test(line))).toEqual([])
})
