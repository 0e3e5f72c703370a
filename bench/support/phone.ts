import type { Browser, Page } from 'playwright-core'

/** A visitor with a phone who has never been here. Close the page's context when he leaves. */
export async function openPhone(browser: Browser, baseURL: string): Promise<Page> {
  const viewport = { width: 360, height: 740 }
  const context = await browser.newContext({ baseURL, viewport, deviceScaleFactor: 2, isMobile: true, hasTouch: true })
  return context.newPage()
}
