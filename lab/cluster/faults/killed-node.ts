import { setTimeout as delay } from 'node:timers/promises'
import type { Reading } from '#lab/faults/light-readers.ts'
import { isFailed } from '../load/recorder.ts'
import { waitUntil } from '../wait-until.ts'
import type { ClusterFault } from './fault.ts'

const KILLS = 10
/** Downtime of a killed node, in ms; longer than the time for which reads may fail. */
const DEAD_MS = 8000
const MAY_FAIL_MS = 5000
const START_MS = 60_000
const PAUSE_MS = 2000

/** Fault: nodes are killed and restarted one after another. */
export const killedNode: ClusterFault = {
  name: 'a node killed',
  run: async ({ nodes, balancer }, { short, log }) => {
    const kills: number[] = []
    let slowest = 0
    for (let kill = 1; kill <= (short ? KILLS / 2 : KILLS); kill++) {
      const node = nodes[kill % nodes.length]
      if (!node) continue
      kills.push(Date.now())
      await node.kill()
      await delay(DEAD_MS)
      const began = performance.now()
      await node.start()
      await waitUntil(`HAProxy uses ${node.name}`, () => balancer.isUp(node.number), { limitMs: START_MS })
      slowest = Math.max(slowest, (performance.now() - began) / 1000)
      log(`kill ${kill}: ${node.name} is ready again`)
      await delay(PAUSE_MS)
    }
    return {
      figures: [
        { name: 'kills', value: kills.length },
        { name: 'slowest start until HAProxy uses the node', value: slowest, unit: 's' },
      ],
      judge: ({ reads, lostBytes, uploads }) => {
        const failed = reads.filter(isFailed)
        /** Whether a read may have failed because of a kill, including reads in flight when the node was killed */
        const isSoon = ({ at, milliseconds }: Reading) => kills.some((kill) => at + milliseconds >= kill && at < kill + MAY_FAIL_MS)
        return [
          { name: 'reads failed within 5 s of a kill', value: failed.filter(isSoon).length },
          { name: 'reads failed later', value: failed.filter((read) => !isSoon(read)).length, atMost: 0 },
          { name: 'uploads with chunks at several nodes', value: uploads.spread, atLeast: 1 },
          { name: 'uploads resumed after a failure', value: uploads.resumed },
          { name: 'acknowledged bytes of uploads lost', value: lostBytes, atMost: 0 },
        ]
      },
    }
  },
}
