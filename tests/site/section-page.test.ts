import { afterAll, beforeAll, expect, test } from 'vitest'
import { paletteOf } from '#contracts/site/palette.ts'
import { loadBuiltPages } from '#server/platform/pages/built-pages.ts'
import { servePages } from '#server/platform/pages/serve-pages.ts'
import { defaultContent } from '#site/default-content.ts'
import { openTestApp, type TestApp } from '#tests/support/test-app.ts'

let app: TestApp
beforeAll(async () => {
  app = await openTestApp()
  const { responseCache, siteContent, sitePreview: preview } = app.services
  await servePages(app.app, { pages: loadBuiltPages(), responseCache, content: siteContent, preview, serviceWorker: 'on' })
})
afterAll(() => app?.close())

const render = (name: string, content: unknown, path: string, headers?: Record<string, string>) =>
  app.send('POST', `/api/site/sections/${name}/page`, { content, path }, headers)
const { home, brand, publishing, founder } = defaultContent
const ENTERED = { ...home, line: 'A line that nobody has saved' }

test('a page is rendered with unsaved content for a form, without scripts, and nobody else sees the content', async () => {
  const [form, ...others] = await Promise.all([render('home', ENTERED, '/'), app.get('/'), app.get('/'), app.get('/_.data')])
  expect(form.statusCode).toBe(200)
  const { html } = form.json<{ html: string }>()
  expect(html).toContain('A line that nobody has saved')
  expect(html).toContain('</html>')
  expect(html).not.toMatch(/<script|<noscript|modulepreload|Preview of unpublished changes/)
  for (const page of [...others, await app.get('/')]) expect(page.body).not.toContain('A line that nobody has saved')
  expect((await app.get('/api/site/sections/home', app.bearer)).json().draft).toBeNull()
})

test('the page of a form has the entered colors, the texts of sections that a page loads apart, and the drafts of other sections', async () => {
  const colored = await render('brand', { ...brand, accent: '#2a6f4f' }, '/')
  expect(colored.json().html).toContain(paletteOf({ ...brand, accent: '#2a6f4f' }).lamp)
  const [first, ...rest] = publishing.packages
  const named = await render('publishing', { ...publishing, packages: [{ ...first, name: 'Baobab' }, ...rest] }, '/publishing')
  expect(named.json().html).toContain('Baobab')
  // The address of the founder's page is one of the entered texts.
  const founders = await render('founder', { ...founder, slug: 'another-name' }, '/books-by-another-name')
  expect(founders.json().html).toContain(founder.lines[0])

  const draft = { content: { ...brand, name: 'Unpublished House' }, basedOn: null }
  expect((await app.send('PUT', '/api/site/sections/brand/draft', draft)).statusCode).toBe(200)
  expect((await render('home', ENTERED, '/')).json().html).toContain('Unpublished House')
})

test('a page of a form is refused with invalid content, for other paths than those of pages, and to visitors', async () => {
  const invalid = await render('home', { ...home, line: '' }, '/')
  expect([invalid.statusCode, invalid.json().errors]).toEqual([400, [expect.objectContaining({ field: 'line' })]])
  for (const path of ['/api/books', '/admin', '//example.com', 'https://example.com', '/%61dmin', '/../api/books', '/?q=x'])
    expect((await render('home', home, path)).statusCode, path).toBe(400)
  expect((await render('home', home, '/opds')).statusCode).toBe(404)
  expect((await render('home', ENTERED, '/', {})).statusCode).toBe(401)
  const forged = await app.get('/', { 'x-unsaved-content': 'x' })
  expect(forged.body).not.toContain('A line that nobody has saved')
})

test('a site that sells in US dollars only has no choice of a currency', async () => {
  const htmlOf = async (conversion: string) =>
    (await render('selling', { ...defaultContent.selling, conversion }, '/refunds')).json<{ html: string }>().html
  expect(await htmlOf('offered')).toContain('<span>Currency</span>')
  expect(await htmlOf('off')).not.toContain('<span>Currency</span>')
})
