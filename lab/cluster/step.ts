import type { Figure } from '#lab/faults/scenario.ts'
import type { Cluster } from './cluster.ts'
import type { AcknowledgedChanges } from './load/acknowledged-changes.ts'

/** Context of a step. `rate` is the number of read requests per second; `short` halves the number of kills and restarts. */
export type StepContext = { cluster: Cluster; acknowledged: AcknowledgedChanges; rate: number; short: boolean; log: (line: string) => void }

/** Selectable step of `npm run cluster`. */
export type Step = { name: string; run: (context: StepContext) => Promise<Figure[]> }
