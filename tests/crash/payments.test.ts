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
  'a server that is killed during a payment loses no payment, sends no receipt twice, and lets the buyer continue',
  { timeout: 300_000 },
  () => crash(20, 'begins another way'),
)

/** The test kills the server at a sample of the steps; `npm run crash -- payments` covers every step. */
test(
  'a server that is killed at any step of a payment loses no payment, sends no receipt twice, and lets the buyer continue',
  {
    tags: ['full'],
    timeout: 300_000,
  },
  () => crash(24),
)
