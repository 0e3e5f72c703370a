import { test as base } from 'vitest'
import { closeProfiles } from './browser.ts'
import { publishCatalogue } from './catalogue.ts'
import { openSite } from './site.ts'

/**
 * Test function that closes the test's browser profiles at the end and fails if a page logged an unexpected console error or warning.
 * `site` is the server with the catalogue, shared by all files of a worker: a test that changes shared content opens a separate site.
 */
export const test = base
  // biome-ignore lint/correctness/noEmptyPattern: a fixture takes others by destructuring, and these none.
  .extend('site', { scope: 'worker' }, async ({}, { onCleanup }) => {
    const site = await openSite({}, { catalogue: await publishCatalogue() })
    onCleanup(site.close)
    return site
  })
  // biome-ignore lint/correctness/noEmptyPattern: see above.
  .extend('profiles', { auto: true }, async ({}, { onCleanup }) => {
    onCleanup(closeProfiles)
  })
