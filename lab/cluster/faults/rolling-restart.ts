import { setTimeout as delay } from 'node:timers/promises'
import { isFailed } from '../load/recorder.ts'
import { waitUntil } from '../wait-until.ts'
import type { ClusterFault } from './fault.ts'

const ROUNDS = 3
const START_MS = 60_000
const PAUSE_MS = 1000

/** Fault: nodes are stopped with SIGTERM and restarted one after another. */
export const rollingRestart: ClusterFault = {
  name: 'all nodes restarted in turn',
  run: async ({ nodes, balancer }, { short, log }) => {
    let badExits = 0
    let slowest = 0
    const rounds = short ? 1 : ROUNDS
    for (let round = 1; round <= rounds; round++) {
      for (const node of nodes) {
        const began = performance.now()
        badExits += Number((await node.stop()) !== 0)
        slowest = Math.max(slowest, (performance.now() - began) / 1000)
        await node.start()
        await waitUntil(`HAProxy uses ${node.name}`, () => balancer.isUp(node.number), { limitMs: START_MS })
        await delay(PAUSE_MS)
      }
      log(`round ${round}: all nodes are ready`)
    }
    return {
      figures: [
        { name: 'restarts', value: rounds * nodes.length },
        { name: 'exit codes other than 0', value: badExits, atMost: 0 },
        { name: 'slowest stop', value: slowest, unit: 's' },
      ],
      judge: ({ reads, calls, lostBytes }) => [
        { name: 'reads failed', value: reads.filter(isFailed).length, atMost: 0 },
        { name: 'requests of buyers, publishers and visitors failed', value: calls.filter(isFailed).length, atMost: 0 },
        { name: 'acknowledged bytes of uploads lost', value: lostBytes, atMost: 0 },
      ],
    }
  },
}
