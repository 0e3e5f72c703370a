import { rm } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { makeDataFolder } from '#tests/support/data-folder.ts'
import { runPaymentCrashes } from './payments/payment-rounds.ts'

/** A sample; `npm run crash -- payments` runs every step. */
const EVERY = 24

test('an app that is killed at any step of a payment loses no payment, mails no receipt twice, and lets the buyer continue', async () => {
  const dataDir = await makeDataFolder()
  const report = await runPaymentCrashes(dataDir, { every: EVERY })
  expect(report.map(({ kills }) => kills > 0)).not.toContain(false)
  await rm(dataDir, { recursive: true, force: true })
}, 300_000)
