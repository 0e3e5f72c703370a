import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PUBLIC_PAGES } from '#scripts/support/public-pages.ts'
import { findBarriers, overflows } from '#tests/support/accessibility.ts'
import { VIEWPORTS } from '#tests/support/browser.ts'
import { ORDINARY_BROWSER } from '#tests/support/browser-name.ts'
import { openSite, type Site } from '#tests/support/site.ts'

let site: Site
let profile: string
beforeAll(async () => {
  site = await openSite()
  const [author] = await Promise.all([
    site.publishAuthor(),
    ...['One', 'Two', 'Three', 'Four', 'Five'].map((title) => site.publishBook({ title })),
    site.publishPodcast(),
    site.publishBook({ title: 'The founder’s own', author: 'Ruvimbo Chikomo' }),
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

describe.each(VIEWPORTS)('at $width × $height', (viewport) => {
  test('no page has a barrier or scrolls sideways', async () => {
    const { context, page } = await site.profile(viewport)
    for (const path of [...Object.values(PUBLIC_PAGES), '/bookshop?q=nothing+like+it', '/admin/login']) {
      await page.goto(path)
      await page.waitForLoadState('networkidle')
      expect(await findBarriers(page), path).toEqual([])
      expect(await overflows(page), path).toBe(false)
    }
    await context.close()
  })

  test('nothing that opens has a barrier: programs, answers, notices, player and dock, failures', async () => {
    const { context, page } = await site.profile(viewport)
    await page.goto('/bookshop')
    await page.waitForLoadState('networkidle')
    if (viewport.width > 1000) {
      await page.getByRole('button', { name: 'Programs' }).click()
      expect(await findBarriers(page)).toEqual([])
      await page.keyboard.press('Escape')
    }
    for (const question of await page.getByRole('region', { name: 'Questions readers ask' }).getByRole('button').all())
      await question.click()
    await page.getByLabel('Currency').selectOption('ZWG')
    await page.getByText('Currency changed to ZWG').waitFor()
    expect(await findBarriers(page)).toEqual([])

    await page.goto('/podcasts')
    await page.getByRole('button', { name: 'Listen' }).click()
    await page.getByRole('dialog', { name: 'Now Playing' }).waitFor()
    expect(await findBarriers(page)).toEqual([])
    await page.keyboard.press('Escape')
    await page.getByRole('region', { name: 'Player' }).waitFor()
    expect(await findBarriers(page)).toEqual([])

    await page.route('**/authors.data*', (route) => route.fulfill({ status: 500, body: '' }))
    await page.getByRole('contentinfo').getByRole('link', { name: 'Authors' }).click()
    await page.getByRole('heading', { name: 'The page could not be opened' }).waitFor()
    expect(await findBarriers(page)).toEqual([])
    await context.close()
  })
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
