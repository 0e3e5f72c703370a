import type { Page } from 'playwright-core'
import { openApiGate } from '#tests/support/api-gate.ts'
import { LIST_SHAPES } from '#tests/support/list-shapes.ts'
import { runApp } from '#tests/support/run-app.ts'
import { PUBLIC_PAGES } from './public-pages.ts'

/** Screenshot to take: its path, and the steps before and after navigation. `whole` captures the full height of the page. */
export type Shot = {
  path: string
  whole?: boolean
  before?: (page: Page) => unknown
  prepare?: (page: Page) => Promise<unknown>
  at?: (width: number) => boolean
}

/** Starts a second instance, the fixture site, on the demonstration's API, whose lists can be empty, long, malformed or failing. */
export async function openFixtureSite({ url, dataDir }: { url: string; dataDir: string }) {
  const gate = await openApiGate()
  gate.leadTo(url)
  const app = await runApp(dataDir, { PUBLIC_API_URL: gate.url })
  const shots: Record<string, Shot> = {}
  for (const name of ['home', 'bookshop', 'podcasts', 'authors', 'founder-books', 'teen-coaching']) {
    const path = PUBLIC_PAGES[name]
    // Each state of a list has a separate URL, by a parameter that the pages ignore, since rendered pages are cached by URL.
    for (const [shape, change] of Object.entries(LIST_SHAPES))
      shots[`${shape}-${name}`] = { path: `${path}?subject=${shape}`, whole: true, before: () => gate.shape(change) }
    shots[`failed-${name}`] = { path: `${path}?subject=failed`, whole: true, before: () => gate.fail(true) }
  }
  shots['more-failed'] = {
    path: '/bookshop?subject=more',
    before: () => gate.shape(LIST_SHAPES.hundred),
    prepare: async (page) => {
      gate.fail(true)
      await page.getByRole('link', { name: 'Show more' }).click()
      await page.getByText('The next items could not be loaded.').waitFor()
    },
  }
  shots['odd-profile'] = {
    path: '/authors?subject=odd',
    before: () => gate.shape(LIST_SHAPES.odd),
    prepare: async (page) => {
      await page.getByRole('button', { name: 'View Profile' }).first().click()
      await page.getByRole('dialog').waitFor()
      await page.waitForLoadState('networkidle')
    },
  }
  shots['odd-player'] = {
    path: '/podcasts?subject=odd',
    before: () => gate.shape(LIST_SHAPES.odd),
    prepare: async (page) => {
      await page.route('**/get-next-action', (route) => route.fulfill({ json: { action: 'view' } }))
      await page.getByRole('button', { name: 'Listen' }).first().click()
      await page.getByRole('dialog', { name: 'Now Playing' }).waitFor()
    },
  }
  return {
    url: app.url,
    shots,
    /** Restores the lists of the demonstration. */
    restore: () => {
      gate.shape()
      gate.fail(false)
    },
    close: async () => {
      await app.stop()
      await gate.close()
    },
  }
}
