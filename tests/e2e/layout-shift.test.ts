import { afterAll, beforeAll, expect, test } from 'vitest'
import { PUBLIC_PAGES } from '#scripts/support/public-pages.ts'
import { ORDINARY_BROWSER } from '#tests/support/browser-name.ts'
import { ask } from '#tests/support/run-app.ts'
import { openSite, type Site } from '#tests/support/site.ts'

const DELAY_MS = 400
const MOST_SHIFT = 0.02

type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean; sources: { node: Node | null }[] }
declare global {
  var shifts: { value: number; what: string[] }[]
}

let site: Site
beforeAll(async () => {
  site = await openSite()
  await Promise.all([
    ...['One', 'Two', 'Three', 'Four', 'Five'].map((title) =>
      site.publishBook({ title: `Book ${title}`, description: 'Words. '.repeat(40) }),
    ),
    site.publishBook({ title: 'The founder’s own', author: 'Ruvimbo Chikomo' }),
    site.publishPodcast({ title: 'An episode', categories: 'Teen Coaching' }),
    site.publishAuthor(),
  ])
  // A crawler gets whole documents, which are kept: data that comes late is for another test.
  for (const path of Object.values(PUBLIC_PAGES)) await ask(site.url + path, { headers: { 'user-agent': 'Googlebot' } })
})
afterAll(() => site?.close())

/** https://web.dev/articles/cls, but all of it instead of the worst five seconds. */
test.concurrent.each([360, 768, 1440])(
  'no page moves under its reader when letters and pictures come late, %d pixels wide',
  async (width) => {
    const touch = width < 1000
    const context = await site.browser.newContext({
      baseURL: site.url,
      userAgent: ORDINARY_BROWSER,
      viewport: { width, height: touch ? 800 : 900 },
      isMobile: touch,
      hasTouch: touch,
    })
    await context.route(/\.(woff2|avif|webp|svg|jpe?g|png)(\?|$)/, async (route) => {
      await new Promise((resolve) => setTimeout(resolve, DELAY_MS))
      await route.continue().catch(() => {})
    })
    await context.addInitScript(() => {
      globalThis.shifts = []
      new PerformanceObserver((list) => {
        for (const { value, hadRecentInput, sources } of list.getEntries() as Shift[])
          if (!hadRecentInput) shifts.push({ value, what: sources.map(({ node }) => node?.parentElement?.outerHTML.slice(0, 80) ?? '') })
      }).observe({ type: 'layout-shift', buffered: true })
    })
    for (const path of Object.values(PUBLIC_PAGES)) {
      const page = await context.newPage()
      await page.goto(path)
      await page.waitForLoadState('networkidle')
      await page.evaluate(() => document.fonts.ready.then(() => undefined))
      const found = await page.evaluate(() => shifts)
      const total = found.reduce((sum, { value }) => sum + value, 0)
      expect(total, `${path}: ${JSON.stringify(found)}`).toBeLessThanOrEqual(MOST_SHIFT)
      await page.close()
    }
    await context.close()
  },
)
