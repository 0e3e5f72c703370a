import type { Page } from 'playwright-core'

/** One picture: where it is taken and what is done before and there. `whole` takes all of a long page. */
export type Shot = {
  path: string
  whole?: boolean
  before?: (page: Page) => unknown
  prepare?: (page: Page) => Promise<unknown>
  at?: (width: number) => boolean
}
