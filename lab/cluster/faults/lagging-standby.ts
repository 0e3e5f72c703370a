import { setTimeout as delay } from 'node:timers/promises'
import { isFailed } from '../load/recorder.ts'
import { waitUntil } from '../wait-until.ts'
import type { ClusterFault } from './fault.ts'

const LAG_SECONDS = 30
const LAGGING_MS = 75_000
const APPLIED_MS = 30_000

/** Fault: the standby, which serves reads of public lists, applies changes half a minute late. */
export const laggingStandby: ClusterFault = {
  name: 'the standby lagging',
  run: async ({ postgres }, { log }) => {
    const untilDelay = (text: string) =>
      waitUntil(`the standby’s delay is ${text}`, async () => (await postgres.standbyDelay()) === text, { limitMs: APPLIED_MS })
    await postgres.delayStandby(LAG_SECONDS)
    await untilDelay(`${LAG_SECONDS}s`)
    log(`the standby lags ${LAG_SECONDS} s`)
    await delay(LAGGING_MS)
    await postgres.delayStandby(0)
    await untilDelay('0')
    return {
      figures: [{ name: 'lag', value: LAG_SECONDS, unit: 's' }],
      judge: ({ reads, calls, backwards }) => [
        { name: 'reads of an older catalogue than before', value: backwards, atMost: 0 },
        { name: 'catalogue reads', value: calls.filter(({ kind }) => kind === 'visit').length },
        { name: 'reads failed', value: reads.filter(isFailed).length, atMost: 0 },
      ],
    }
  },
}
