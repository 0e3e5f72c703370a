import type { Figure } from '#tests/torture/harm.ts'
import type { Cluster } from '../cluster.ts'
import type { LoadReport } from '../load/load.ts'
import type { StepContext } from '../step.ts'

/** The figures that are known at once, and those that are read from what the load makers saw. */
type HarmOutcome = { figures: Figure[]; judge: (load: LoadReport) => Figure[] }

/** What is done to the cluster under load, and which bounds must hold. */
export type ClusterHarm = {
  name: string
  run: (cluster: Cluster, tools: Pick<StepContext, 'short' | 'log'>) => Promise<HarmOutcome>
}
