import type { Browser, BrowserContextOptions, Page } from 'playwright-core'
import { expect } from 'vitest'
import { overflows } from './accessibility.ts'
import { inEachSize, openProfile } from './browser.ts'
import { settle } from './settle.ts'

/** Number of tabs that open pages concurrently. */
const TABS = 2

type Size = { width: number; height: number }

type Visit = {
  url: string
  viewport: Size
  /** Further window sizes to check for horizontal overflow and console errors */
  alsoIn?: readonly Size[]
  profile?: BrowserContextOptions
  /** Called with every tab before its navigation */
  prepare?: (page: Page) => Promise<unknown>
  /** Called with every page once it is idle */
  look?: (page: Page, path: string) => Promise<void>
  /** Paths of pages that respond 404 */
  missing?: string[]
}

/** Opens every page in a browser and checks for console errors, failed requests and content wider than the window. */
export async function visitPages(
  browser: Browser,
  paths: string[],
  { url, viewport, alsoIn = [], profile, prepare, look, missing = [] }: Visit,
) {
  const waiting = [...paths]
  await Promise.all(
    Array.from({ length: TABS }, async () => {
      const { context, page, complaints } = await openProfile(browser, viewport, url, profile)
      const failed: string[] = []
      page.on('response', (response) => response.status() >= 400 && failed.push(`${response.status()} ${response.url()}`))
      await prepare?.(page)
      for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
        complaints.length = 0
        failed.length = 0
        await page.goto(path)
        const settled = page.locator('h1').first().waitFor({ state: 'attached' })
        await settled.catch((cause: unknown) => {
          throw new Error(`${path} shows no heading`, { cause })
        })
        await settle(page)
        const wide: number[] = []
        const noteWide = async ({ width }: Size) => void ((await overflows(page)) && wide.push(width))
        await noteWide(viewport)
        await inEachSize(
          page,
          async (size) => {
            await settle(page)
            await noteWide(size)
          },
          alsoIn,
        )
        const isMissing = missing.includes(path)
        const heard = complaints.splice(0)
        const unexpected = isMissing ? heard.filter((text) => !text.includes('404')) : heard
        expect({ path, complaints: unexpected, failed, wide }).toEqual({
          path,
          complaints: [],
          wide: [],
          failed: isMissing ? [`404 ${url}${path}`] : [],
        })
        await look?.(page, path)
      }
      await context.close()
    }),
  )
}
