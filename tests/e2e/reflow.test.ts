import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PUBLIC_PAGES } from '#scripts/support/public-pages.ts'
import { overflows } from '#tests/support/accessibility.ts'
import { openSite, type Site } from '#tests/support/site.ts'

let site: Site
let checkout: string
beforeAll(async () => {
  site = await openSite()
  const [priced] = await Promise.all([
    site.publishBook({ title: 'A priced book', price: '4.5' }),
    site.publishBook({ title: 'A free book' }),
    site.publishBook({ author: 'Ruvimbo Chikomo' }),
    site.publishPodcast({ categories: 'Teen Coaching', host: 'Nomathemba Khumalo-Ndlovu' }),
    site.publishAuthor({ facebook: 'https://facebook.com/tapiwa' }),
  ])
  checkout = `/checkout/book/${priced.id}`
})
afterAll(() => site?.close())

/** WCAG 2.2, 1.4.10 Reflow and 1.4.4 Resize Text: the narrowest page that must work, and a window of 1280 pixels at 200 %. */
describe.each([
  { name: '320 pixels wide', viewport: { width: 320, height: 640 }, deviceScaleFactor: 1 },
  { name: 'at 200 % zoom', viewport: { width: 640, height: 400 }, deviceScaleFactor: 2 },
])('$name', ({ viewport, deviceScaleFactor }) => {
  const open = async () => {
    const context = await site.browser.newContext({ viewport, deviceScaleFactor, baseURL: site.url })
    return { context, page: await context.newPage() }
  }

  test('no page scrolls sideways or loses anything', async () => {
    const { context, page } = await open()
    for (const path of [...Object.values(PUBLIC_PAGES), '/nowhere', '/bookshop?q=nothing+like+it', checkout]) {
      await page.goto(path)
      await page.waitForLoadState('networkidle')
      expect(await overflows(page), path).toBe(false)
      expect(await findLost(page), path).toEqual([])
    }
    await context.close()
  })

  test('menu, profile, viewer and player can be used whole', async () => {
    const { context, page } = await open()
    await page.goto('/')
    await page.getByRole('button', { name: 'Open menu' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Programs' }).click()
    await expectWhole(page, page.getByRole('dialog'))

    await page.goto('/authors')
    await page.getByRole('button', { name: 'View Profile' }).click()
    await page.getByRole('dialog').getByText('Writes in the mornings.').waitFor()
    await page.waitForLoadState('networkidle')
    await expectWhole(page, page.getByRole('dialog'))

    await page.goto('/bookshop?q=free')
    await page.getByRole('button', { name: 'Read', exact: true }).click()
    await page.getByText('Page 1 of 3').waitFor()
    await expectWhole(page, page.getByRole('dialog'))

    await page.goto('/podcasts')
    await page.getByRole('button', { name: 'Listen' }).click()
    await expectWhole(page, page.getByRole('dialog', { name: 'Now Playing' }))
    await page.keyboard.press('Escape')
    await expectWhole(page, page.getByRole('region', { name: 'Player' }))
    await context.close()
  })
})

/** Words and controls that stick out of the page at a side, or are cut off without an ellipsis. */
function findLost(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const lost: string[] = []
    for (const element of document.querySelectorAll<HTMLElement>(
      'h1, h2, h3, h4, p, li, dt, dd, a, button, input, select, textarea, label',
    )) {
      if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) || element.closest('.sr-only, [aria-hidden=true]'))
        continue
      const box = element.getBoundingClientRect()
      // The way past the header waits above the page.
      if (box.width < 2 || box.bottom < 0) continue
      const { overflowX, textOverflow, webkitLineClamp } = getComputedStyle(element)
      const cut =
        element.scrollWidth > element.clientWidth + 1 && overflowX === 'hidden' && textOverflow !== 'ellipsis' && webkitLineClamp === 'none'
      if (box.left < -0.5 || box.right > innerWidth + 0.5 || (cut && element.clientWidth > 0)) lost.push(element.outerHTML.slice(0, 160))
    }
    return lost
  })
}

/** Every control inside can be brought into sight, and nothing sticks out at the sides. */
async function expectWhole(page: Page, part: Locator) {
  await part.waitFor()
  const { width, height } = page.viewportSize() ?? { width: 0, height: 0 }
  for (const control of await part.locator('a[href]:visible, button:visible, input:visible, select:visible').all()) {
    await control.scrollIntoViewIfNeeded()
    const box = await control.boundingBox()
    const what = await control.evaluate((element) => element.outerHTML.slice(0, 120))
    expect(box?.x, what).toBeGreaterThanOrEqual(-0.5)
    expect((box?.x ?? 0) + (box?.width ?? 0), what).toBeLessThanOrEqual(width + 0.5)
    const middle = (box?.y ?? 0) + (box?.height ?? 0) / 2
    expect(middle, what).toBeGreaterThan(0)
    expect(middle, what).toBeLessThan(height)
  }
  expect(await overflows(page)).toBe(false)
}
