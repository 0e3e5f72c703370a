import type { Locator, Page } from 'playwright-core'
import { expect } from 'vitest'
import { overflows } from './accessibility.ts'

/** Finds text and controls that overflow the page or are cut off without an ellipsis. */
export function findLost(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const lost: string[] = []
    const scrolls = (element: Element) => ['auto', 'scroll'].includes(getComputedStyle(element).overflowX)
    const isInScroller = (element: Element): boolean => {
      const { parentElement: parent } = element
      return parent !== null && parent !== document.body && (scrolls(parent) || isInScroller(parent))
    }
    for (const element of document.querySelectorAll<HTMLElement>(
      'h1, h2, h3, h4, p, li, dt, dd, a, button, input, select, textarea, label',
    )) {
      if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) || element.closest('.sr-only, [aria-hidden=true]'))
        continue
      const box = element.getBoundingClientRect()
      // Elements above the page or in a scrolling region are skipped: the skip link is positioned above the page, and a wide table scrolls
      // in its own region.
      if (box.width < 2 || box.bottom < 0 || isInScroller(element)) continue
      const { overflowX, textOverflow, webkitLineClamp } = getComputedStyle(element)
      const cut =
        element.scrollWidth > element.clientWidth + 1 && overflowX === 'hidden' && textOverflow !== 'ellipsis' && webkitLineClamp === 'none'
      if (box.left < -0.5 || box.right > document.documentElement.clientWidth + 0.5 || (cut && element.clientWidth > 0))
        lost.push(element.outerHTML.slice(0, 160))
    }
    return lost
  })
}

/** Finds the innermost elements that extend beyond the right edge of the window. */
export function findWide(page: Page): Promise<string[]> {
  return page.evaluate(() => {
    const reaches = (element: Element) => element.getBoundingClientRect().right > document.documentElement.clientWidth + 0.5
    return [...document.body.querySelectorAll('*')]
      .filter((element) => reaches(element) && ![...element.children].some(reaches))
      .map((element) => element.outerHTML.slice(0, 160))
  })
}

/** Expects that every control inside a part of the page can be scrolled into view, and that nothing overflows at the sides. */
export async function expectWhole(page: Page, part: Locator) {
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
