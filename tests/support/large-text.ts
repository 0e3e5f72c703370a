import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { overflows } from './accessibility.ts'
import { findLost, findWide } from './overflowing-content.ts'

const PHONE = 360

/** Runs the check on a phone-sized page with text at 200 %: only the text grows, not the window. */
export async function withLargeText(page: Page, look: () => Promise<void>): Promise<void> {
  const size = page.viewportSize() ?? { width: PHONE, height: 740 }
  await page.setViewportSize({ ...size, width: PHONE })
  await setTextSize(page, '200%')
  await look()
  await setTextSize(page, '')
  await page.setViewportSize(size)
}

/** Expects that nothing is wider than the phone, and that no text or control, such as the menu button, overflows or is cut off. */
export function expectLargeTextToFit(page: Page, path: string): Promise<void> {
  // The check is polled, because charts are drawn again after a change of their width.
  return withLargeText(page, () =>
    expect
      .poll(async () => ({ path, wide: (await overflows(page)) && (await findWide(page)), lost: await findLost(page) }), { timeout: 3000 })
      .toEqual({ path, wide: false, lost: [] }),
  )
}

function setTextSize(page: Page, size: string) {
  return page.evaluate((fontSize) => {
    document.documentElement.style.fontSize = fontSize
  }, size)
}
