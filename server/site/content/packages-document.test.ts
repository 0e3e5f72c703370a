import { getDocument } from 'pdfjs-dist/legacy/build/pdf.mjs'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import { formatPrice } from '#contracts/shop/price.ts'
import { PACKAGES_PATH } from '#contracts/site/packages-path.ts'
import type { SiteContent } from '#contracts/site/site-content.ts'
import { turnChannel } from '#server/platform/concurrency/fair-queue.ts'
import { defaultContent } from '#site/default-content.ts'
import { openTestApp, type TestApp } from '#tests/support/test-app.ts'
import { writePackagesDocument } from './packages-document.ts'

const LARGEST_BYTES = 200_000

let app: TestApp
beforeAll(async () => {
  app = await openTestApp()
})
afterAll(() => app?.close())

async function readDocument(data: Buffer) {
  const document = await getDocument({ data: new Uint8Array(data), useSystemFonts: true, verbosity: 0 }).promise
  let text = ''
  const roles = new Set<string>()
  for (let number = 1; number <= document.numPages; number++) {
    const page = await document.getPage(number)
    text += (await page.getTextContent()).items.map((item) => ('str' in item ? item.str : '')).join('')
    for (const child of (await page.getStructTree())?.children ?? []) collectRoles(child as Tagged, roles)
  }
  const { info } = await document.getMetadata()
  await document.loadingTask.destroy()
  return { pages: document.numPages, text: squeeze(text), roles, title: (info as { Title?: string }).Title }
}

type Tagged = { role?: string; children?: Tagged[] }

function collectRoles({ role, children = [] }: Tagged, roles: Set<string>) {
  if (role) roles.add(role)
  for (const child of children) collectRoles(child, roles)
}

/** Removes white space, since line breaks differ between page and PDF. */
const squeeze = (text: string) => text.replace(/\s+/g, '')

test('the packages document contains the texts and headings of the publishing page, and is identical for identical texts', async () => {
  const data = await writePackagesDocument(defaultContent)
  expect(data.length).toBeLessThanOrEqual(LARGEST_BYTES)
  expect(data.equals(await writePackagesDocument(defaultContent))).toBe(true)
  const { text, roles, title } = await readDocument(data)
  expect(title).toBe('Lectern: publishing packages')
  expect([...roles]).toEqual(expect.arrayContaining(['H1', 'H2', 'H3', 'P']))
  const { packages, apart, steps, promises, stages } = defaultContent.publishing
  const { hours, phone, whatsapp, email } = defaultContent.contact
  const said = [
    ...packages.flatMap((offer) => [offer.name, `from ${formatPrice(offer.from)}`, ...offer.includes, offer.without]),
    ...apart.flatMap(({ what, price, note }) => [what, price, note]),
    ...[...steps, ...promises].flatMap(({ title, text: words }) => [title, words]),
    ...stages.flatMap(({ services }) => services.map(({ name }) => name)),
    ...hours.flatMap(({ days, hours }) => [days, hours]),
    ...[phone, whatsapp, email],
  ]
  expect(said.filter((words) => !text.includes(squeeze(words)))).toEqual([])
})

test('a packages document with long texts has further pages, and characters missing from the fonts are transliterated', async () => {
  const long = (length: number) => 'Mwari '.repeat(length).slice(0, length).trim()
  const packages = defaultContent.publishing.packages.map((offer) => ({
    ...offer,
    name: 'x'.repeat(60),
    for: long(400),
    includes: Array.from({ length: 20 }, () => long(160)),
    without: 'سلام 🕯️ Ωmega Дом',
  }))
  const { pages, text } = await readDocument(
    await writePackagesDocument({ ...defaultContent, publishing: { ...defaultContent.publishing, packages } }),
  )
  expect(pages).toBeGreaterThan(8)
  expect(text).toContain('x'.repeat(60))
  expect(text).toContain('slm')
  expect(text).toContain('ΩmegaДом')
})

test('the packages document contains the published packages, and in a preview those of the draft', async () => {
  const [first, ...others] = defaultContent.publishing.packages
  const content = { ...defaultContent.publishing, packages: [{ ...first, name: 'Chiedza' }, ...others] } as SiteContent['publishing']
  const saved = await app.app.inject({
    method: 'PUT',
    url: '/api/site/sections/publishing/draft',
    headers: app.bearer,
    payload: { content, basedOn: null },
  })
  expect(saved.statusCode).toBe(200)
  const names = async (headers = {}) => {
    const response = await app.get(PACKAGES_PATH, headers)
    expect([response.statusCode, response.headers['content-type']]).toEqual([200, 'application/pdf'])
    const { text } = await readDocument(response.rawPayload)
    return [text.includes('Chiedza'), response.headers['cache-control']]
  }
  expect(await names()).toEqual([false, 'public, max-age=0, must-revalidate'])
  const { url } = (await app.send('POST', '/api/site/preview-links', {})).json<{ url: string }>()
  const opened = await app.send('POST', '/api/site/preview', { token: new URL(url).hash.slice(1) }, {})
  const cookie = String(opened.headers['set-cookie']).split(';')[0] ?? ''
  expect(await names({ cookie })).toEqual([true, 'private, no-store'])
  await app.send('POST', '/api/site/publish', { sections: ['publishing'] })
  expect(await names()).toEqual([true, 'public, max-age=0, must-revalidate'])
})

test('a packages document is typeset once for each draft, however many browsers preview it, and again for a changed draft', async () => {
  const { url } = (await app.send('POST', '/api/site/preview-links')).json<{ url: string }>()
  const opened = await app.send('POST', '/api/site/preview', { token: new URL(url).hash.slice(1) }, {})
  const cookie = String(opened.headers['set-cookie']).split(';')[0] ?? ''
  let typeset = 0
  const count = (message: unknown) => {
    if ((message as { busy: string }).busy.includes('documents')) typeset += 1
  }
  turnChannel.subscribe(count)
  onTestFinished(() => void turnChannel.unsubscribe(count))
  const load = async () => Promise.all(Array.from({ length: 20 }, () => app.get(PACKAGES_PATH, { cookie })))
  for (const phone of ['+263 77 111 1111', '+263 77 222 2222']) {
    const { draft } = (await app.get('/api/site/sections/contact', app.bearer)).json()
    const content = { ...defaultContent.contact, phone }
    const saved = await app.send('PUT', '/api/site/sections/contact/draft', { content, basedOn: draft?.at ?? null })
    expect(saved.statusCode, saved.body).toBe(200)
    typeset = 0
    for (const { statusCode } of [...(await load()), ...(await load())]) expect(statusCode).toBe(200)
    expect(typeset).toBe(1)
    const { text } = await readDocument((await app.get(PACKAGES_PATH, { cookie })).rawPayload)
    expect(text).toContain(phone.replaceAll(' ', ''))
  }
})
