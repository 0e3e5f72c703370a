import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { buffer } from 'node:stream/consumers'
import { setTimeout as delay } from 'node:timers/promises'
import { isFailed } from '../load/recorder.ts'
import { waitUntil } from '../wait-until.ts'
import type { ClusterFault } from './fault.ts'

const ROUNDS = 3
const START_MS = 60_000
const PAUSE_MS = 1000
const DIRECT_PAUSE_MS = 10

/** Fault: nodes are stopped with SIGTERM and restarted one after another. */
export const rollingRestart: ClusterFault = {
  name: 'all nodes restarted in turn',
  run: async ({ nodes, balancer }, { short, log }) => {
    let [badExits, broken] = [0, 0]
    let slowest = 0
    const rounds = short ? 1 : ROUNDS
    for (let round = 1; round <= rounds; round++) {
      for (const node of nodes) {
        const began = performance.now()
        const direct = requestRepeatedly(node.url)
        badExits += Number((await node.stop()) !== 0)
        broken += (await direct.end()).length
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
        { name: 'requests to a stopping node left without a response', value: broken, atMost: 0 },
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

/** Sends requests to a node directly, since a balancer would retry them. `end` returns the errors of requests that the node accepted. */
function requestRepeatedly(url: string) {
  const broken: string[] = []
  let ended = false
  const running = (async () => {
    while (!ended) {
      const error = await requestOnce(url)
      if (error && error !== 'ECONNREFUSED') broken.push(error)
      await delay(DIRECT_PAUSE_MS)
    }
  })()
  return {
    end: async (): Promise<string[]> => {
      ended = true
      await running
      return broken
    },
  }
}

/** Sends a request on a separate connection. Returns the reason if the response is incomplete, or the status if it is an error. */
async function requestOnce(url: string): Promise<string | undefined> {
  try {
    const call = get(`${url}/api/books?limit=5`, { agent: false })
    const [response] = (await once(call, 'response')) as [IncomingMessage]
    await buffer(response)
    return (response.statusCode ?? 500) < 500 ? undefined : String(response.statusCode)
  } catch (error) {
    return (error as NodeJS.ErrnoException).code ?? String(error)
  }
}
