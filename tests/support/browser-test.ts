import { test as base } from 'vitest'
import { closeProfiles } from './browser.ts'

/** A test whose profiles are closed at its end, and fail it when any complained in its console of what was not expected. */
// biome-ignore lint/correctness/noEmptyPattern: a fixture takes others by destructuring, and this one none.
export const test = base.extend('profiles', { auto: true }, async ({}, { onCleanup }) => {
  onCleanup(closeProfiles)
})
