import { checkPaymentsAtEnd } from './check-payments-at-end.ts'
import { checkSameEverywhere } from './check-same-everywhere.ts'
import { cutDatabase } from './faults/cut-database.ts'
import { failingStorage } from './faults/failing-storage.ts'
import type { ClusterFault } from './faults/fault.ts'
import { killedNode } from './faults/killed-node.ts'
import { killedPrimary } from './faults/killed-primary.ts'
import { rollingRestart } from './faults/rolling-restart.ts'
import { runFault } from './faults/run-fault.ts'
import { measureCapacity } from './measure-capacity.ts'
import type { Step } from './step.ts'

/** Steps of `npm run cluster`, in order; their numbers count from 1. A new fault is a module in `faults/` and an entry here. */
export const STEPS: Step[] = [
  { name: 'same results at every node', run: checkSameEverywhere },
  ...[killedNode, rollingRestart, killedPrimary, failingStorage, cutDatabase].map(underLoad),
  { name: 'orders and payments', run: checkPaymentsAtEnd },
  { name: 'capacity of the nodes', run: measureCapacity },
]

function underLoad(fault: ClusterFault): Step {
  return { name: fault.name, run: (context) => runFault(fault, context) }
}
