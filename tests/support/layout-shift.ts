import type { Page } from 'playwright-core'

const DELAY_MS = 400

type Source = { node: Node | null; previousRect: DOMRectReadOnly; currentRect: DOMRectReadOnly }
type Shift = PerformanceEntry & { value: number; hadRecentInput: boolean; sources: Source[] }
declare global {
  var shifts: { value: number; what: string[] }[]
}

/** Delays fonts and pictures in the browser tab, and records the layout shifts that they cause. */
export async function delayLettersAndPictures(page: Page) {
  await page.route(/\.(woff2|avif|webp|svg|jpe?g|png)(\?|$)/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, DELAY_MS))
    await route.continue().catch(() => {})
  })
  await page.addInitScript(() => {
    globalThis.shifts = []
    const rectangle = ({ x, y, width, height }: DOMRectReadOnly) => `${width} × ${height} at ${x}, ${y}`
    const describeSource = ({ node, previousRect, currentRect }: Source) =>
      `${node?.textContent?.slice(0, 60)}: ${rectangle(previousRect)} → ${rectangle(currentRect)}`
    new PerformanceObserver((list) => {
      for (const { value, hadRecentInput, sources } of list.getEntries() as Shift[])
        if (!hadRecentInput) shifts.push({ value, what: sources.map(describeSource) })
    }).observe({ type: 'layout-shift', buffered: true })
  })
}

/** Returns the total layout shift (https://web.dev/articles/cls) of the whole visit, not just of the worst five seconds. */
export async function layoutShift(page: Page) {
  await page.evaluate(() => document.fonts.ready.then(() => undefined))
  const found = await page.evaluate(() => shifts)
  return { total: found.reduce((sum, { value }) => sum + value, 0), found }
}
