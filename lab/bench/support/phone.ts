import type { Browser, Page } from 'playwright-core'

/** Opens a page as a first-time visitor with a phone. Callers must close the page's browser context. */
export async function openPhone(browser: Browser, baseURL: string): Promise<Page> {
  const viewport = { width: 360, height: 740 }
  const context = await browser.newContext({ baseURL, viewport, deviceScaleFactor: 2, isMobile: true, hasTouch: true })
  return context.newPage()
}
