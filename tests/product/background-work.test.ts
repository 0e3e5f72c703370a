// @module-tag full
import { rm } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { measureRecovery } from '#lab/faults/payment-recovery.ts'
import { makeDataFolder } from '#tests/support/data-folder.ts'

/** Time limit for the pause of background work after a server was killed, in seconds. */
const BOUND_SECONDS = 30

test('after a server is killed while checking a payment, the payment is found and its receipt sent within 30 seconds', async () => {
  const dataDir = await makeDataFolder()
  const healings = await measureRecovery(dataDir, [
    { death: 'while polling', survivor: 'another app' },
    { death: 'while polling', survivor: 'the next start' },
  ])
  expect(healings).toHaveLength(2)
  for (const { paidSeconds, receiptSeconds } of healings) {
    expect(paidSeconds).toBeLessThan(BOUND_SECONDS)
    expect(receiptSeconds).toBeLessThan(BOUND_SECONDS)
  }
  await rm(dataDir, { recursive: true, force: true })
}, 240_000)
