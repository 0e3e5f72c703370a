import { rm } from 'node:fs/promises'
import { makeTempFolder } from '#tests/support/temp-folder.ts'
import type { Figure, Harm, HarmOptions } from '../harm.ts'
import { type Death, healAfterKills, type Survivor } from '../payment-healing.ts'

const BOUND_SECONDS = 30
const ROUNDS: { death: Death; survivor: Survivor; times: number }[] = [
  { death: 'while asking', survivor: 'the next start', times: 4 },
  { death: 'while asking', survivor: 'another app', times: 3 },
  { death: 'while idle', survivor: 'the next start', times: 3 },
]

/** An app is killed while a payment is under way whose message is lost: on a data folder of its own, with Paynow's double. */
export const healing: Harm = { number: 1, name: 'killed with a payment under way', run: (_product, options) => killAndHeal(options) }

async function killAndHeal({ long, log }: HarmOptions): Promise<Figure[]> {
  const dataDir = await makeTempFolder()
  const rounds = ROUNDS.flatMap(({ times, ...round }) => Array.from({ length: long ? 10 * times : times }, () => round))
  const healings = await healAfterKills(dataDir, rounds, log)
  await rm(dataDir, { recursive: true, force: true })
  const slowest = (seconds: (healing: (typeof healings)[number]) => number) => Math.max(...healings.map(seconds))
  return [
    { name: 'kills', value: healings.length },
    { name: 'slowest payment found', value: slowest(({ paidSeconds }) => paidSeconds), unit: 's', atMost: BOUND_SECONDS },
    { name: 'slowest receipt mailed', value: slowest(({ receiptSeconds }) => receiptSeconds), unit: 's', atMost: BOUND_SECONDS },
  ]
}
