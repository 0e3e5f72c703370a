import { rm } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { runApp } from '#tests/support/run-app.ts'
import { makeTempFolder } from '#tests/support/temp-folder.ts'
import type { Figure, Scenario, ScenarioOptions } from '../scenario.ts'
import { stopUnderLoad } from '../stop-under-load.ts'

const STOPS = 20
const CLIENTS = 50
const IDLE_SECONDS = 1
const QUIET_MS = 5000

/** Fault scenario: SIGTERM is sent during requests on keep-alive connections, and while idle, to a server with a separate data folder. */
export const stops: Scenario = { number: 14, name: 'stopped under load', run: (_product, options) => stopRepeatedly(options) }

async function stopRepeatedly({ long, log }: ScenarioOptions): Promise<Figure[]> {
  const dataDir = await makeTempFolder()
  const sum = { answered: 0, failed: 0, busy: 0, badExits: 0, slowest: 0 }
  const rounds = long ? 10 * STOPS : STOPS
  for (let stop = 1; stop <= rounds; stop++) {
    const { answered, failed, busySeen, exitCode, seconds } = await stopUnderLoad(dataDir, { clients: CLIENTS })
    sum.answered += answered
    sum.failed += failed.length
    sum.busy += busySeen
    sum.badExits += Number(exitCode !== 0)
    sum.slowest = Math.max(sum.slowest, seconds)
    log(`stop ${stop}: ${answered} completed, ${failed.length} failed, ${busySeen} refused as busy, ${seconds.toFixed(2)} s`)
  }
  let slowestIdle = 0
  for (let stop = 0; stop < rounds / 4; stop++) {
    const app = await runApp(dataDir)
    await fetch(`${app.url}/api/health`).then((answer) => answer.text())
    // A pause lets background work start.
    await delay(QUIET_MS)
    const began = performance.now()
    sum.badExits += Number((await app.stop()) !== 0)
    slowestIdle = Math.max(slowestIdle, (performance.now() - began) / 1000)
  }
  await rm(dataDir, { recursive: true, force: true })
  return [
    { name: 'stops', value: rounds },
    { name: 'completed requests', value: sum.answered },
    { name: 'failed requests', value: sum.failed, atMost: 0 },
    { name: 'requests refused as busy', value: sum.busy },
    { name: 'exit codes other than 0', value: sum.badExits, atMost: 0 },
    { name: 'slowest stop under load', value: sum.slowest, unit: 's' },
    { name: 'slowest stop when idle', value: slowestIdle, unit: 's', atMost: IDLE_SECONDS },
  ]
}
