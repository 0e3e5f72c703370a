import { afterAll, beforeAll, expect, test } from 'vitest'
import { ORDINARY_BROWSER } from '#tests/support/browser-name.ts'
import { openSite, type Site } from '#tests/support/site.ts'
import { PUBLIC_PAGES } from '../../scripts/support/public-pages.ts'

let site: Site
let profile: string
beforeAll(async () => {
  site = await openSite()
  const [author] = await Promise.all([
    site.publishAuthor(),
    ...['One', 'Two', 'Three', 'Four', 'Five'].map((title) => site.publishBook({ title })),
    site.publishPodcast(),
  ])
  profile = `/authors?profile=${author.id}`
})
afterAll(() => site?.close())

test('no page differs between server and browser, or complains of anything else', async () => {
  const context = await site.browser.newContext({ baseURL: site.url, userAgent: ORDINARY_BROWSER })
  for (const path of [...Object.values(PUBLIC_PAGES), profile, '/bookshop?q=one&category=Teen+Coaching', '/nowhere', '/admin/login']) {
    const page = await context.newPage()
    const complaints: string[] = []
    page.on('pageerror', (error) => complaints.push(error.message))
    page.on('console', (message) => ['error', 'warning'].includes(message.type()) && complaints.push(message.text()))
    await page.goto(path)
    await page.waitForLoadState('networkidle')
    expect(
      complaints.filter((text) => path !== '/nowhere' || !text.includes('404')),
      path,
    ).toEqual([])
    await page.close()
  }
  await context.close()
})

test('robots.txt keeps search engines to what is for everyone, and names the site map', async () => {
  const response = await fetch(`${site.url}/robots.txt`)
  expect(response.headers.get('content-type')).toContain('text/plain')
  const lines = (await response.text()).split('\n')
  for (const path of ['/admin', '/checkout', '/sandbox-gateway', '/api']) expect(lines).toContain(`Disallow: ${path}`)
  expect(lines).toContain(`Sitemap: ${site.url}/sitemap.xml`)
})

test('the site map has every public page, when it changed, and nothing else', async () => {
  const response = await fetch(`${site.url}/sitemap.xml`)
  expect(response.headers.get('content-type')).toContain('xml')
  const text = await response.text()
  const pages = [...text.matchAll(/<loc>([^<]+)<\/loc>/g)].map(([, address = '']) => new URL(address).pathname)
  expect(pages.toSorted()).toEqual(Object.values(PUBLIC_PAGES).toSorted())
  expect(text).toMatch(/\/bookshop<\/loc><lastmod>\d{4}-\d\d-\d\dT[\d:.]+Z<\/lastmod>/)
  for (const path of pages) expect((await fetch(site.url + path, { method: 'HEAD' })).status, path).toBe(200)
})
