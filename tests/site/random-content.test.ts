import { XMLValidator } from 'fast-xml-parser'
import { parseHTML } from 'linkedom'
import { PDFDocument } from 'pdf-lib'
import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { currencyNames } from '#contracts/shop/price.ts'
import { shopTimeIn } from '#contracts/shop/shop-time.ts'
import { PACKAGES_PATH } from '#contracts/site/packages-path.ts'
import { paletteOf } from '#contracts/site/palette.ts'
import type { SiteContent } from '#contracts/site/site-content.ts'
import type { PictureUse, SitePicture } from '#contracts/site/site-picture.ts'
import { createCatalogueSite } from '#server/boot/catalogue-site.ts'
import { drawSharePicture } from '#server/media/image/draw-share-picture.ts'
import { loadBuiltPages } from '#server/platform/pages/built-pages.ts'
import { servePages } from '#server/platform/pages/serve-pages.ts'
import { writeReceiptEmail } from '#server/shop/receipts/receipt-email.ts'
import fc, { longRuns } from '#tests/support/property-testing.ts'
import { MARKUP, randomContent } from '#tests/support/random-content.ts'
import { buildAuthorForm } from '#tests/support/sample-files.ts'
import { publishSections, uploadSitePicture } from '#tests/support/site-sections.ts'
import { storeBook, storePodcast } from '#tests/support/stored-items.ts'
import { openTestApp, type TestApp } from '#tests/support/test-app.ts'
import { whileBusy } from '#tests/support/while-busy.ts'

/* Every section of the site is tested with random content that its schema accepts: pages must render whatever an owner enters. */

const RUNS = longRuns(25)
const FEEDS = ['/feed.xml', '/podcasts/feed.xml', '/opds', '/opds/search.xml', '/sitemap.xml', '/sitemap/pages.xml']
/** Characters that XML 1.0 does not permit */
const NOT_IN_XML = /[[\p{Cc}--[\t\n\r\x7f-\x9f]]\ufffe\uffff]/v
const PAGES = ['/', '/bookshop', '/podcasts', '/authors', '/publishing', '/contact', '/search?q=x', '/purchases', '/shelf', '/offline']
const POLICIES = ['/terms', '/privacy', '/refunds']

let app: TestApp
let pictures: Record<PictureUse, SitePicture>
let items: string[]
beforeAll(async () => {
  app = await openTestApp()
  await servePages(app.app, {
    pages: loadBuiltPages(),
    responseCache: app.services.responseCache,
    content: app.services.siteContent,
    serviceWorker: 'on',
  })
  const [book, episode] = [await storeBook(app.services, { price: 3 }), await storePodcast(app.services)]
  const author = (await app.sendForm('POST', '/api/authors', await buildAuthorForm())).json<{ slug: string }>()
  items = [`/books/${book.slug}`, `/podcasts/${episode.slug}`, `/authors/${author.slug}`]
  pictures = {
    hero: await uploadSitePicture(app, 'hero', { width: 800, height: 400 }),
    logo: await uploadSitePicture(app, 'logo', { width: 300, height: 100 }),
    share: await uploadSitePicture(app, 'share', { width: 1200, height: 630 }),
    podcast: await uploadSitePicture(app, 'podcast', { width: 1400, height: 1400 }),
  }
})
afterAll(() => app?.close())

async function publish(content: SiteContent) {
  await app.services.database.pool.query('delete from site_sections')
  await publishSections(app, content)
  return app.services.siteContent()
}

async function read(path: string, status = 200): Promise<string> {
  const response = await whileBusy(
    () => app.get(path, { 'accept-encoding': 'identity' }),
    ({ statusCode }) => statusCode,
  )
  expect(response.statusCode, `${path}\n${response.body.slice(0, 500)}`).toBe(status)
  return response.body
}

/** Expects a document whose texts are escaped, and whose structured data is JSON. */
function expectSafe(path: string, html: string) {
  for (const markup of MARKUP) expect(html.includes(markup), `${path} contains ${markup}`).toBe(false)
  expect(html, `${path} is shared with a picture of another brand`).not.toMatch(/property="og:image" content="[^"]*\/assets\//)
  const { document } = parseHTML(html)
  expect(document.querySelectorAll('[onerror], img[src=x], a[href^="javascript:"]').length, path).toBe(0)
  for (const data of document.querySelectorAll('script[type="application/ld+json"]')) JSON.parse(data.textContent ?? '')
}

async function expectToRender(content: SiteContent) {
  const { brand, contact, founder, programs, selling, mail } = await publish(content)
  const pages = [...PAGES, ...POLICIES, ...items, `/books-by-${founder.slug}`, ...programs.map(({ slug }) => `/programs/${slug}`)]
  for (const path of pages) expectSafe(path, await read(path))
  expectSafe('/nowhere', await read('/nowhere', 404))
  for (const path of FEEDS) {
    const xml = await read(path)
    expect(XMLValidator.validate(xml), path).toBe(true)
    expect(xml, path).not.toMatch(NOT_IN_XML)
  }
  expect(JSON.parse(await read('/opds/v2')).metadata.title).toBe(brand.name)
  expect(JSON.parse(await read('/manifest.webmanifest')).name).toBe(brand.name)
  const packages = (await app.get(PACKAGES_PATH)).rawPayload
  expect((await PDFDocument.load(packages)).getPageCount()).toBeGreaterThan(4)
  for (const path of ['/robots.txt', '/sw.js', '/api/search?q=a']) await read(path)

  const shop = { time: shopTimeIn(selling.timeZone), currencyNames: currencyNames(selling) }
  const seller = { ...selling, ...mail, ...shop, name: brand.name, colors: paletteOf(brand), email: contact.email, phone: contact.phone }
  const { html } = writeReceiptEmail({ ...RECEIPT, seller })
  expectSafe('receipt', html)
  await app.services.mail.rehearse({ to: 'rudo@example.com', subject: brand.name, text: 'x' })

  const look = createCatalogueSite(() => ({ ...content, brand: { ...brand, logoOnDark: undefined, logoOnLight: undefined } })).shareLook()
  const cover = await sharp({ create: { width: 20, height: 30, channels: 3, background: '#888888' } })
    .png()
    .toBuffer()
  const subject = {
    shape: 'book' as const,
    cover,
    title: brand.name,
    by: founder.name,
    label: brand.vision,
    isFree: true,
    color: '#333333',
  }
  await drawSharePicture({ subject, brand: look.brand as Parameters<typeof drawSharePicture>[0]['brand'] })
}

const RECEIPT = {
  number: 7,
  email: 'rudo@example.com',
  sale: {
    orderId: 'o1',
    product: { kind: 'book' as const, id: 'b', title: 'Sow in Season' },
    amount: { currency: 'USD' as const, minor: 450 },
    priceMinor: 450,
    rate: null,
    gateway: 'paynow' as const,
    trial: false,
    method: 'ecocash' as const,
    gatewayReference: '1082',
    paidAt: new Date(),
    returned: [],
  },
  urls: { page: (path: string) => `https://lectern.example${path}` },
  orderUrl: 'https://lectern.example/checkout/o1',
}

test('pages, feeds, structured data, emails, share images and the PDF of the publishing packages render with any content that the sections accept', {
  tags: ['property'],
  timeout: 300_000 + RUNS * 10_000,
}, async () => {
  await fc.assert(fc.asyncProperty(randomContent(pictures), expectToRender), { numRuns: RUNS, endOnFailure: true })
})
