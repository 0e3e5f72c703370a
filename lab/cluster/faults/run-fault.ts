import { cpus } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'
import { percentile } from '#lab/bench/support/numbers.ts'
import type { Figure } from '#lab/faults/scenario.ts'
import { signIn } from '#tests/support/run-app.ts'
import { idleMilliseconds } from '../becomes-idle.ts'
import type { Admin, Cluster } from '../cluster.ts'
import { type AcknowledgedChanges, findChangedFiles, findLost } from '../load/acknowledged-changes.ts'
import { type LoadReport, startLoad } from '../load/load.ts'
import { isFailed } from '../load/recorder.ts'
import { measureVisibility } from '../measure-visibility.ts'
import type { StepContext } from '../step.ts'
import type { ClusterFault } from './fault.ts'

/** Duration of the load before and after a fault, in ms. */
const QUIET_MS = 5000
/**
 * Maximum number of visits that get an older catalogue than before: a node that replaces a failed node may receive changes some ms later.
 */
const MAX_BACKWARDS = 5

/** Injects a fault under load, then verifies all acknowledged changes by reading them through every node. */
export async function runFault(fault: ClusterFault, { cluster, acknowledged, rate, short, log }: StepContext): Promise<Figure[]> {
  await cluster.untilWell()
  const idleBefore = idleMilliseconds()
  const began = performance.now()
  const load = await startLoad(cluster, { acknowledged, rate })
  await delay(QUIET_MS)
  const outcome = await fault.run(cluster, { short, log }).catch(async (error: unknown) => {
    await load.end()
    throw error
  })
  await delay(QUIET_MS)
  const report = await load.end()
  const milliseconds = performance.now() - began
  const busy = { name: `processors busy, of ${cpus().length}`, value: cpus().length - (idleMilliseconds() - idleBefore) / milliseconds }
  await cluster.untilWell()
  for (const [what, times] of countFailures(report)) log(`${times} × ${what}`)
  return [
    ...outcome.figures,
    ...outcome.judge(report),
    ...commonFigures(report),
    busy,
    ...(await readBack(cluster, acknowledged, log)),
    await measureVisibility(cluster),
  ]
}

/** Counts failed requests by kind, status and title, and abandoned actions by reason */
function countFailures({ reads, calls, givenUp }: LoadReport): Map<string, number> {
  const failed = [...reads, ...calls].filter(isFailed)
  const reasons = failed.map(({ kind, status, title = '' }) => `${kind}: ${status || 'no response'} ${title}`)
  const counts = new Map<string, number>()
  for (const reason of [...reasons, ...givenUp.map((text) => `abandoned: ${text}`)]) counts.set(reason, (counts.get(reason) ?? 0) + 1)
  return counts
}

function commonFigures({ reads, calls, published, backwards, givenUp }: LoadReport): Figure[] {
  const times = reads.map(({ milliseconds }) => milliseconds)
  return [
    { name: 'reads', value: reads.length },
    { name: 'reads: median', value: percentile(times, 0.5), unit: 'ms' },
    { name: 'reads: p99', value: percentile(times, 0.99), unit: 'ms' },
    { name: 'reads failed in total', value: reads.filter(isFailed).length },
    { name: 'other requests', value: calls.length },
    { name: 'other requests failed and retried', value: calls.filter(isFailed).length },
    { name: 'books published', value: published, atLeast: 1 },
    { name: 'abandoned after a minute', value: givenUp.length, atMost: 0 },
    { name: 'visits with an older catalogue than before', value: backwards, atMost: MAX_BACKWARDS },
  ]
}

async function readBack({ nodes, admins }: Cluster, acknowledged: AcknowledgedChanges, log: (line: string) => void): Promise<Figure[]> {
  const { books, orders, messages, sessions } = acknowledged
  let [lost, changed] = [0, 0]
  for (const { url, name } of nodes) {
    const found = await findLost(url, acknowledged, await signIn(url, admins[0] as Admin))
    for (const line of found.slice(0, 5)) log(`Lost at ${name}: ${line}`)
    lost += found.length
    const files = await findChangedFiles(url, acknowledged)
    for (const line of files) log(`Changed bytes at ${name}: ${line}`)
    changed += files.length
  }
  return [
    { name: 'acknowledged books, orders, messages and sessions', value: books.size + orders.length + messages.size + sessions.size },
    { name: 'of these lost, at any node', value: lost, atMost: 0 },
    { name: 'files with other bytes, at any node', value: changed, atMost: 0 },
  ]
}
