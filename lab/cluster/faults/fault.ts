import type { Figure } from '#lab/faults/scenario.ts'
import type { Cluster } from '../cluster.ts'
import type { LoadReport } from '../load/load.ts'
import type { StepContext } from '../step.ts'

/** Figures measured during the fault, and a function that computes further figures from the load report. */
type FaultOutcome = { figures: Figure[]; judge: (load: LoadReport) => Figure[] }

/** A fault injected into the cluster under load, with the bounds that must hold. */
export type ClusterFault = {
  name: string
  run: (cluster: Cluster, tools: Pick<StepContext, 'short' | 'log'>) => Promise<FaultOutcome>
}
