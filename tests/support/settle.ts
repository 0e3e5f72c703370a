import type { Page } from 'playwright-core'

/** Waits until the page’s fonts and visible pictures have loaded, and nothing is `aria-busy`. */
export async function settle(page: Page): Promise<void> {
  await page.waitForLoadState('load')
  await page.waitForFunction(() => {
    if (document.fonts.status !== 'loaded' || document.querySelector('[aria-busy=true]')) return false
    const isSeen = (element: Element) => {
      const { top, bottom, width } = element.getBoundingClientRect()
      return width > 0 && bottom > 0 && top < innerHeight
    }
    if ([...document.images].some((image) => isSeen(image) && !image.complete)) return false
    const loading = document.evaluate('//main//p[normalize-space()="Loading"]', document, null, XPathResult.ANY_UNORDERED_NODE_TYPE)
    return loading.singleNodeValue === null
  })
  // Two frames are awaited: the first renders the loaded content, the second starts requests that follow from the content.
  await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))))
}
