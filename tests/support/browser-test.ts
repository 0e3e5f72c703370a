import { test as base } from 'vitest'
import { closeProfiles } from './browser.ts'

/** A test that closes its profiles at its end and fails when one logged an unexpected console error or warning. */
// biome-ignore lint/correctness/noEmptyPattern: a fixture takes others by destructuring, and this one none.
export const test = base.extend('profiles', { auto: true }, async ({}, { onCleanup }) => {
  onCleanup(closeProfiles)
})
