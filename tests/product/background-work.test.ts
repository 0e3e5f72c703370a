// @module-tag full
import { rm } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { makeDataFolder } from '#tests/support/data-folder.ts'
import { measureRecovery } from '#tests/torture/payment-recovery.ts'

/** How long background work may pause after any app was killed. */
const BOUND_SECONDS = 30

test('a payment whose notification was lost is found, and its receipt mailed, soon after the app died while checking it', async () => {
  const dataDir = await makeDataFolder()
  const healings = await measureRecovery(dataDir, [
    { death: 'while asking', survivor: 'another app' },
    { death: 'while asking', survivor: 'the next start' },
  ])
  expect(healings).toHaveLength(2)
  for (const { paidSeconds, receiptSeconds } of healings) {
    expect(paidSeconds).toBeLessThan(BOUND_SECONDS)
    expect(receiptSeconds).toBeLessThan(BOUND_SECONDS)
  }
  await rm(dataDir, { recursive: true, force: true })
}, 240_000)
