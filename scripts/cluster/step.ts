import type { Figure } from '#tests/torture/harm.ts'
import type { Cluster } from './cluster.ts'
import type { Ledger } from './load/ledger.ts'

/** `rate` is how many requests readers send a second; `short` halves the number of kills and restarts. */
export type StepContext = { cluster: Cluster; ledger: Ledger; rate: number; short: boolean; log: (line: string) => void }

/** A part of `npm run cluster` that can be chosen. */
export type Step = { name: string; run: (context: StepContext) => Promise<Figure[]> }
