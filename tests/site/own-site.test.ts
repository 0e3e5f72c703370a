// @module-tag full
import sharp from 'sharp'
import { afterAll, beforeAll, expect } from 'vitest'
import type { SectionName, SiteContent } from '#contracts/site/site-content.ts'
import type { SitePicture } from '#contracts/site/site-picture.ts'
import type { EditedSection, PreviewLink } from '#contracts/site/site-sections.ts'
import { PUBLIC_PAGES } from '#scripts/support/public-pages.ts'
import { defaultContent } from '#site/default-content.ts'
import { findBarriers, overflows } from '#tests/support/accessibility.ts'
import { signInAt } from '#tests/support/admin-area.ts'
import { VIEWPORTS } from '#tests/support/browser.ts'
import { test } from '#tests/support/browser-test.ts'
import { rawGet } from '#tests/support/raw-get.ts'
import { ask } from '#tests/support/run-app.ts'
import { settle } from '#tests/support/settle.ts'
import { openSite, type Site } from '#tests/support/site.ts'

/* Tests of a site with the owner's own colors and pictures, and of previews of such a site. */

const PAGES = Object.values(PUBLIC_PAGES)
/** Files and pages that browsers cache, which have the published content even during a preview. */
const KEPT = ['/sw.js', '/manifest.webmanifest', '/offline', '/shelf', '/sitemap/pages.xml', '/feed.xml', '/opds/v2', '/robots.txt']
const DRAFT_NAME = 'Unpublished House'

let site: Site
let items: string[]
beforeAll(async () => {
  site = await openSite()
  const [book, episode, author] = await Promise.all([
    site.publishBook({ title: 'A priced book', price: '4.5', categories: 'Teen Coaching' }),
    site.publishPodcast({ title: 'An episode', categories: 'Teen Coaching' }),
    site.publishAuthor({}),
  ])
  items = [`/books/${book.slug}`, `/podcasts/${episode.slug}`, `/authors/${author.slug}`]
})
afterAll(() => site?.close())

const send = (method: string, path: string, body?: unknown, headers: Record<string, string> = site.headers) =>
  ask(`${site.url}/api${path}`, {
    method,
    headers: { ...headers, ...(body !== undefined && { 'content-type': 'application/json' }) },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })

async function saveDraft<Name extends SectionName>(name: Name, content: SiteContent[Name]) {
  const { draft } = (await (await send('GET', `/site/sections/${name}`)).json()) as EditedSection
  expect((await send('PUT', `/site/sections/${name}/draft`, { content, basedOn: draft?.at ?? null })).status).toBe(200)
}

async function publish(...sections: SectionName[]) {
  expect((await send('POST', '/site/publish', { sections })).status).toBe(200)
}

async function uploadPicture(use: string, width: number, height: number): Promise<SitePicture> {
  const image = await sharp({ create: { width, height, channels: 3, background: '#fff8f0' } })
    .png()
    .toBuffer()
  const form = new FormData()
  form.append('use', use)
  form.append('picture', new Blob([new Uint8Array(image)], { type: 'image/png' }), 'own.png')
  return (await ask(`${site.url}/api/site/pictures`, { method: 'POST', headers: site.headers, body: form })).json() as Promise<SitePicture>
}

async function createLink() {
  return (await (await send('POST', '/site/preview-links', {})).json()) as PreviewLink
}

test('only a browser that opened a preview link sees drafts on the pages, and no cache stores them', async () => {
  await saveDraft('brand', { ...defaultContent.brand, name: DRAFT_NAME })
  const { url } = await createLink()
  const opened = await send('POST', '/site/preview', { token: new URL(url).hash.slice(1) }, {})
  const own = { cookie: String(opened.headers.get('set-cookie')).split(';')[0] ?? '' }

  const expectSides = async (path: string) => {
    for (const headers of [own, {}, own, {}]) {
      const { headers: sent, body } = await rawGet(site.url + path, headers)
      const isPreview = 'cookie' in headers
      expect(body.includes(DRAFT_NAME), `${path} ${isPreview}`).toBe(isPreview)
      if (isPreview) expect(sent, path).toMatchObject({ 'cache-control': 'private, no-store', 'x-robots-tag': 'noindex' })
      else expect(sent['x-robots-tag'], path).toBeUndefined()
    }
  }
  for (const path of [...PAGES, ...items].filter((each) => !KEPT.includes(each))) await expectSides(path)
  await expectSides('/bookshop.data')
  for (const path of KEPT) expect((await rawGet(site.url + path, own)).body.includes(DRAFT_NAME), path).toBe(false)
  await send('DELETE', '/site/sections/brand/draft')
})

test('a preview link opens the site with a bar that ends the preview, and the service worker caches no page of the preview', async () => {
  await saveDraft('brand', { ...defaultContent.brand, name: DRAFT_NAME })
  const { page } = await site.profile(VIEWPORTS[0], { serviceWorkers: 'allow' })
  await page.goto((await createLink()).url)
  await page.getByText('Preview of unpublished changes').waitFor()
  expect(new URL(page.url()).hash).toBe('')
  expect(await page.title()).toContain(DRAFT_NAME)
  expect(await findBarriers(page)).toEqual([])
  expect(await page.evaluate(() => document.cookie)).not.toContain('sitePreview')
  await page.getByRole('button', { name: 'End preview' }).click()
  await page.waitForFunction((name: string) => !document.title.includes(name), DRAFT_NAME)
  expect(await page.getByText('Preview of unpublished changes').count()).toBe(0)
  const kept = await page.evaluate(async () => {
    const pages = await Promise.all((await (await caches.open('pages')).matchAll()).map((response) => response.text()))
    return pages.join()
  })
  expect(kept).not.toContain(DRAFT_NAME)
  await send('DELETE', '/site/sections/brand/draft')
})

test('the preview link of a draft opens its page, where the draft can be read, and no other visitor can open it', async () => {
  const book = await site.publishBook({ title: 'Not yet published', state: 'draft' })
  const { url } = (await (await send('POST', `/admin/books/${book.id}/preview-link`, {})).json()) as PreviewLink
  const visitor = await rawGet(`${site.url}/books/${book.slug}`)
  expect(visitor.status).toBe(404)
  const { page } = await site.profile(VIEWPORTS[0], { serviceWorkers: 'allow', mayComplain: /404/ })
  await page.goto(url)
  await page.getByRole('heading', { level: 1, name: 'Not yet published' }).waitFor()
  expect(page.url()).toBe(`${site.url}/books/${book.slug}`)
  expect(await page.locator('meta[name=robots]').getAttribute('content')).toBe('noindex')
  await page.getByText('Preview of an unpublished title').waitFor()
  expect(await findBarriers(page)).toEqual([])
  await page
    .getByRole('button', { name: /^Read\b(?! aloud)/ })
    .first()
    .click()
  await page.getByRole('dialog').getByText('Page 1 of').first().waitFor()
  await page.keyboard.press('Escape')
  expect((await rawGet(`${site.url}/books/${book.slug}`)).status).toBe(404)
  expect((await rawGet(`${site.url}/bookshop`)).body).not.toContain('Not yet published')
  await page.getByRole('button', { name: 'End preview' }).click()
  await page.waitForURL(`${site.url}/`)
  expect((await page.goto(`/books/${book.slug}`))?.status()).toBe(404)
  const kept = await page.evaluate(async () => {
    const pages = await Promise.all((await (await caches.open('pages')).matchAll()).map((response) => response.text()))
    return pages.join()
  })
  expect(kept).not.toContain('Not yet published')
})

test('an owner who publishes a new site name sees it immediately, in the admin area and on the pages', async () => {
  const { page } = await site.profile(VIEWPORTS[0])
  await signInAt(page, site.credentials)
  await page.goto('/admin/site/brand')
  await page.getByLabel('Name', { exact: true }).fill('Mwenje House')
  await page.getByRole('button', { name: 'Publish' }).click()
  const home = page.getByRole('banner').getByRole('link', { name: 'Mwenje House' })
  await home.click()
  await page.waitForURL(`${site.url}/`)
  await page.getByRole('banner').getByRole('link', { name: 'Mwenje House' }).waitFor()
  expect(await page.title()).toContain('Mwenje House')
})

test("every page is accessible with the owner's published colors and pictures", async () => {
  const [accent, dark] = ['#ffff00', '#004400']
  const [logo, hero] = await Promise.all([uploadPicture('logo', 400, 100), uploadPicture('hero', 1600, 900)])
  await saveDraft('brand', { ...defaultContent.brand, accent, dark, logoOnDark: logo })
  await saveDraft('home', { ...defaultContent.home, picture: hero })
  await publish('brand', 'home')
  const { page } = await site.profile(VIEWPORTS[0])
  for (const path of [...PAGES, ...items]) {
    await page.goto(path)
    await settle(page)
    expect(await findBarriers(page), path).toEqual([])
    expect(await overflows(page), path).toBe(false)
  }
  const icon = await page.locator('link[rel=icon]').getAttribute('href')
  expect((await rawGet(site.url + icon)).headers['content-type']).toBe('image/png')
  // The screenshots are omitted from the manifest once the owner changes the site, because the screenshots show a new site with its default
  // name, logo and colors.
  expect(JSON.parse(String((await rawGet(`${site.url}/manifest.webmanifest`)).body)).screenshots).toEqual([])
})
