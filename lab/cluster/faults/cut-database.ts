import { setTimeout as delay } from 'node:timers/promises'
import { isFailed } from '../load/recorder.ts'
import { NEWEST_BOOK, timeOfNewest } from '../load/visitors.ts'
import { waitUntil } from '../wait-until.ts'
import type { ClusterFault } from './fault.ts'

const CUT_MS = 60_000
const UNREADY_MS = 5000
const READY_MS = 60_000
/** Time for which the node is observed after it is ready again, in ms. */
const WATCHED_MS = 10_000
const POLL_MS = 100

/** Fault: the connection between one node and the database stalls for a minute without being closed. */
export const cutDatabase: ClusterFault = {
  name: 'the database connection of one node stalls',
  run: async ({ nodes, pool }, { log }) => {
    const [node] = nodes.slice(-1)
    if (!node) throw new Error('The cluster has no node')
    const isReady = () =>
      fetch(`${node.url}/api/health/ready`, { signal: AbortSignal.timeout(2000) }).then(
        ({ ok }) => ok,
        () => false,
      )
    const cutAt = Date.now()
    node.database.stall()
    const unreadyMs = await waitUntil('the node is not ready', async () => !(await isReady()), { limitMs: CUT_MS, intervalMs: POLL_MS })
    log(`${node.name} is not ready after ${(unreadyMs / 1000).toFixed(1)} s`)
    await delay(Math.max(0, CUT_MS - unreadyMs))
    node.database.resume()
    const readyMs = await waitUntil('the node is ready again', isReady, { limitMs: READY_MS, intervalMs: POLL_MS })
    log(`${node.name} is ready ${(readyMs / 1000).toFixed(1)} s after the connection is restored`)

    let [older, looks] = [0, 0]
    for (const end = Date.now() + WATCHED_MS; Date.now() < end; await delay(POLL_MS)) {
      const { rows } = await pool.query<{ newest: Date }>('select max(created_at) as newest from books')
      looks += 1
      if ((await timeOfNewest(await fetch(node.url + NEWEST_BOOK))) < Number(rows[0]?.newest)) older += 1
    }
    return {
      figures: [
        { name: 'unready after', value: unreadyMs / 1000, unit: 's', atMost: UNREADY_MS / 1000 },
        { name: 'ready again after', value: readyMs / 1000, unit: 's' },
        { name: 'catalogue reads after recovery', value: looks, atLeast: 1 },
        { name: 'of these outdated', value: older, atMost: 0 },
      ],
      judge: ({ reads }) => {
        const failed = reads.filter(isFailed)
        return [
          { name: 'reads failed within 5 s of the cut', value: failed.filter(({ at }) => at < cutAt + UNREADY_MS).length },
          { name: 'reads failed later', value: failed.filter(({ at }) => at >= cutAt + UNREADY_MS).length, atMost: 0 },
        ]
      },
    }
  },
}
