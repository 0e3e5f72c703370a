import { checkPaymentsAtEnd } from './check-payments-at-end.ts'
import { checkSameEverywhere } from './check-same-everywhere.ts'
import { cutDatabase } from './harms/cut-database.ts'
import { failingStorage } from './harms/failing-storage.ts'
import type { ClusterFault } from './harms/harm.ts'
import { killedNode } from './harms/killed-node.ts'
import { killedPrimary } from './harms/killed-primary.ts'
import { laggingStandby } from './harms/lagging-standby.ts'
import { rollingRestart } from './harms/rolling-restart.ts'
import { runFault } from './harms/run-harm.ts'
import { measureCapacity } from './measure-capacity.ts'
import type { Step } from './step.ts'

/** Steps of `npm run cluster`, in order; their numbers count from 1. A new fault is a module in `harms/` and an entry here. */
export const STEPS: Step[] = [
  { name: 'same results at every node', run: checkSameEverywhere },
  ...[killedNode, rollingRestart, killedPrimary, failingStorage, cutDatabase, laggingStandby].map(underLoad),
  { name: 'orders and payments', run: checkPaymentsAtEnd },
  { name: 'capacity of the nodes', run: measureCapacity },
]

function underLoad(harm: ClusterFault): Step {
  return { name: harm.name, run: (context) => runFault(harm, context) }
}
