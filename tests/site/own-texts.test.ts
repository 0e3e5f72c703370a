import { parseHTML } from 'linkedom'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SECTIONS, type SectionName, type SiteContent } from '#contracts/site/site-content.ts'
import type { PictureUse, SitePicture } from '#contracts/site/site-picture.ts'
import { PUBLIC_PAGES } from '#scripts/support/public-pages.ts'
import { loadBuiltPages } from '#server/platform/pages/built-pages.ts'
import { servePages } from '#server/platform/pages/serve-pages.ts'
import { defaultContent } from '#site/default-content.ts'
import { buildAuthorForm } from '#tests/support/sample-files.ts'
import { sectionSchema } from '#tests/support/section-schema.ts'
import { publishSections, uploadSitePicture } from '#tests/support/site-sections.ts'
import { storeBook, storePodcast } from '#tests/support/stored-items.ts'
import { openTestApp, type TestApp } from '#tests/support/test-app.ts'
import { whileBusy } from '#tests/support/while-busy.ts'

/* Every text and picture of a new installation is in a field of a section: a site whose fields are all replaced has none of them. */

type Schema = {
  type?: string
  title?: string
  readOnly?: boolean
  properties?: Record<string, Schema>
  items?: Schema
  prefixItems?: Schema[]
  enum?: string[]
  choices?: string[]
  format?: string
  pattern?: string
  picture?: PictureUse
}

const SIZES: Record<PictureUse, [width: number, height: number]> = {
  hero: [1600, 800],
  logo: [300, 100],
  share: [1200, 630],
  podcast: [1400, 1400],
}
/** Number of words from which a default text can't be a label of the software, or the name of a category. */
const LEAST_WORDS = 5

let app: TestApp
let items: string[]
let pictures: Record<PictureUse, SitePicture>
beforeAll(async () => {
  app = await openTestApp()
  const { responseCache, siteContent: content } = app.services
  await servePages(app.app, { pages: loadBuiltPages(), responseCache, content, serviceWorker: 'on' })
  const [book, episode] = [await storeBook(app.services, { price: 3 }), await storePodcast(app.services)]
  const author = (await app.sendForm('POST', '/api/authors', await buildAuthorForm())).json<{ slug: string }>()
  items = [`/books/${book.slug}`, `/podcasts/${episode.slug}`, `/authors/${author.slug}`]
  const uploaded = []
  for (const [use, [width, height]] of Object.entries(SIZES))
    uploaded.push([use, await uploadSitePicture(app, use as PictureUse, { width, height, background: '#203040' })])
  pictures = Object.fromEntries(uploaded)
})
afterAll(() => app?.close())

let texts = 0
/** Returns the content of a section with other texts, addresses, numbers, colors and pictures in all fields that an owner can change. */
function replaceAll(schema: Schema, value: unknown): unknown {
  const { type, readOnly, properties, items: entry, prefixItems, picture, format, pattern, title } = schema
  if (readOnly || schema.enum || schema.choices) return value
  if (picture) return pictures[picture]
  if (properties)
    return Object.fromEntries(Object.entries(properties).map(([name, field]) => [name, replaceAll(field, Object(value)[name])]))
  if (prefixItems) return prefixItems.map((field, index) => replaceAll(field, Object(value)[index]))
  if (type === 'array') return (value as unknown[]).map((each) => replaceAll(entry ?? {}, each))
  texts += 1
  if (type !== 'string') return value
  if (format === 'tel') return `+263 71 000 ${1000 + texts}`
  if (format === 'uri') return `https://x.com/mwenje${texts}`
  if (format === 'color') return '#2a6f4f'
  if (String(value).includes('@')) return 'own@mwenje.example'
  if (title?.startsWith('Address of')) return 'https://mwenje.example/{words}'
  if (pattern?.startsWith('^[a-z0-9]')) return `mwenje-${texts}`
  return pattern ? value : `Mwenje ${texts}`
}

/** Lists the texts of a content that are long enough to be recognized. */
function listTexts(content: unknown): string[] {
  if (typeof content === 'string') return content.split(' ').length >= LEAST_WORDS ? [content] : []
  return typeof content === 'object' && content !== null ? Object.values(content).flatMap(listTexts) : []
}

const normalize = (text: string) => text.replace(/\s+/g, ' ')

async function read(path: string): Promise<string> {
  const response = await whileBusy(
    () => app.get(path, { 'accept-encoding': 'identity' }),
    ({ statusCode }) => statusCode,
  )
  expect([200, 404], path).toContain(response.statusCode)
  return response.body
}

/** Returns the texts of a document in its elements and attributes. */
function textOf(html: string): string {
  const { document } = parseHTML(html)
  const attributes = [...document.querySelectorAll('*')].flatMap((element) => [...element.attributes].map(({ value }) => value))
  for (const script of document.querySelectorAll('script:not([type="application/ld+json"]), style')) script.remove()
  return normalize(`${document.documentElement.textContent} ${attributes.join(' ')}`)
}

const DEFAULTS = listTexts(defaultContent).map(normalize)
const FEEDS = ['/feed.xml', '/podcasts/feed.xml', '/opds', '/opds/v2', '/manifest.webmanifest', '/sitemap/pages.xml', '/robots.txt']

/** Lists default texts and pictures at the public addresses of a site. */
async function findDefaults({ founder }: Pick<SiteContent, 'founder'>): Promise<string[]> {
  const pages = Object.values(PUBLIC_PAGES).map((path) => path.replace(/^\/books-by-.*/, `/books-by-${founder.slug}`))
  const found: string[] = []
  const findTexts = (path: string, text: string) =>
    found.push(...DEFAULTS.filter((each) => text.includes(each)).map((each) => `${path}: ${each}`))
  for (const path of [...pages, ...items, '/contact?about=bibles', '/offline', '/nowhere', '/search?q=mwenje', '/bookshop?q=zzzz']) {
    const html = await read(path)
    findTexts(path, textOf(html))
    const images = [...parseHTML(html).document.querySelectorAll('img, source')]
    const sources = images.flatMap((image) => ['src', 'srcset'].map((name) => image.getAttribute(name) ?? ''))
    found.push(...sources.filter((source) => source.includes('/assets/')).map((source) => `${path}: ${source}`))
  }
  for (const path of FEEDS) findTexts(path, normalize(await read(path)))
  return found
}

test('a site whose texts and pictures are all replaced has no default text and no default picture at any public address', {
  timeout: 300_000,
}, async () => {
  const initial = await findDefaults(defaultContent)
  expect(new Set(initial.map((each) => each.replace(/^[^:]*: /, ''))).size).toBeGreaterThan(200)

  const names = Object.keys(SECTIONS) as SectionName[]
  const content = Object.fromEntries(
    names.map((name) => [name, replaceAll(sectionSchema(name) as Schema, defaultContent[name])]),
  ) as SiteContent
  await publishSections(app, content)
  expect(texts).toBeGreaterThan(200)
  expect(await findDefaults(content)).toEqual([])
})
