import type { Browser, Page } from 'playwright-core'
import { expect } from 'vitest'
import { overflows } from '#tests/support/accessibility.ts'
import { signInAt } from '#tests/support/admin-area.ts'
import { openProfile } from '#tests/support/browser.ts'

/** How many tabs look at pages at the same time. */
const TABS = 2

type Visit = {
  url: string
  viewport: { width: number; height: number }
  /** Called with every page that has settled */
  look?: (page: Page, path: string) => Promise<void>
  admin?: { email: string; password: string }
  clientId?: string
}

/** Opens every page in a browser and watches: no complaint, nothing that could not be loaded, nothing wider than the window. */
export async function visitPages(browser: Browser, paths: string[], { url, viewport, look, admin, clientId }: Visit) {
  const waiting = [...paths]
  await Promise.all(
    Array.from({ length: TABS }, async () => {
      const { context, page, complaints } = await openProfile(browser, viewport, url)
      const failed: string[] = []
      page.on('response', (response) => response.status() >= 400 && failed.push(`${response.status()} ${response.url()}`))
      if (clientId) await context.addInitScript((id) => localStorage.setItem('clientID', id), clientId)
      if (admin) await signInAt(page, admin)
      for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
        complaints.length = 0
        failed.length = 0
        await page.goto(path)
        const settled = page.locator('h1').first().waitFor({ state: 'attached' })
        await settled.catch((cause: unknown) => {
          throw new Error(`${path} shows no heading`, { cause })
        })
        await page.waitForLoadState('networkidle')
        expect({ path, complaints, failed, wide: await overflows(page) }).toEqual({ path, complaints: [], failed: [], wide: false })
        await look?.(page, path)
      }
      await context.close()
    }),
  )
}
