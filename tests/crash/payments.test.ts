import { rm } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { runPaymentCrashes } from '#lab/crash/payments/payment-rounds.ts'
import { makeDataFolder } from '#tests/support/data-folder.ts'

async function crash(every: number, about = '') {
  const dataDir = await makeDataFolder()
  const report = await runPaymentCrashes(dataDir, { every, about })
  expect(report.map(({ kills }) => kills > 0)).not.toContain(false)
  await rm(dataDir, { recursive: true, force: true })
}

test(
  'an app that is killed during a payment loses no payment, mails no receipt twice, and lets the buyer continue',
  { timeout: 300_000 },
  () => crash(20, 'begins another way'),
)

/** Runs a sample of the steps; `npm run crash -- payments` runs every step. */
test(
  'an app that is killed at any step of a payment loses no payment, mails no receipt twice, and lets the buyer continue',
  {
    tags: ['full'],
    timeout: 300_000,
  },
  () => crash(24),
)
