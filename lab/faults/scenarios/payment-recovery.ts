import { rm } from 'node:fs/promises'
import { type KillMoment, measureRecovery, type Survivor } from '#lab/faults/payment-recovery.ts'
import type { Figure, Scenario, ScenarioOptions } from '#lab/faults/scenario.ts'
import { makeTempFolder } from '#tests/support/temp-folder.ts'

const BOUND_SECONDS = 30
const ROUNDS: { death: KillMoment; survivor: Survivor; times: number }[] = [
  { death: 'while polling', survivor: 'the next start', times: 4 },
  { death: 'while polling', survivor: 'another app', times: 3 },
  { death: 'while idle', survivor: 'the next start', times: 3 },
]

/** Fault scenario: a server with a separate data folder and the Paynow double is killed during a payment whose notification is lost. */
export const paymentRecovery: Scenario = {
  number: 1,
  name: 'killed during a payment',
  run: (_product, options) => killAndRecover(options),
}

async function killAndRecover({ long, log }: ScenarioOptions): Promise<Figure[]> {
  const dataDir = await makeTempFolder()
  const rounds = ROUNDS.flatMap(({ times, ...round }) => Array.from({ length: long ? 10 * times : times }, () => round))
  const recoveries = await measureRecovery(dataDir, rounds, log)
  await rm(dataDir, { recursive: true, force: true })
  const slowest = (seconds: (recovery: (typeof recoveries)[number]) => number) => Math.max(...recoveries.map(seconds))
  return [
    { name: 'kills', value: recoveries.length },
    { name: 'slowest detection of the payment', value: slowest(({ paidSeconds }) => paidSeconds), unit: 's', atMost: BOUND_SECONDS },
    { name: 'slowest receipt', value: slowest(({ receiptSeconds }) => receiptSeconds), unit: 's', atMost: BOUND_SECONDS },
  ]
}
