import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { PUBLIC_PAGES } from '#scripts/support/public-pages.ts'
import { examineHero } from '#tests/support/hero-picture.ts'
import { openSite, type Site } from '#tests/support/site.ts'

const { purchases: _, ...PAGES_WITH_HERO } = PUBLIC_PAGES

let site: Site
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site?.close())

describe.each([
  { width: 360, height: 740 },
  { width: 1440, height: 900 },
  { width: 1920, height: 1080 },
])('at $width × $height', (viewport) => {
  test('words are readable over every hero’s picture, and on a desktop its lights stay lights', async () => {
    const { context, page } = await site.profile(viewport)
    for (const [name, path] of Object.entries(PAGES_WITH_HERO)) {
      await page.goto(path)
      await page.waitForLoadState('networkidle')
      const { words, lightest } = await examineHero(page)
      expect(words.length).toBeGreaterThan(2)
      for (const { text, large, contrast } of words) expect(contrast, `${name}: ${text}`).toBeGreaterThanOrEqual(large ? 3 : 4.5)
      if (viewport.width > 1024) expect(lightest, name).toBeGreaterThan(0.75)
    }
    await context.close()
  })
})
