import { cpus } from 'node:os'
import { setTimeout as delay } from 'node:timers/promises'

const SAMPLE_MS = 2000
const LIMIT_MS = 60_000
/** Share of the processors that must be idle before load is started */
const IDLE_SHARE = 0.7

/** Waits until most of the machine's processors are idle. Returns false when other programs keep them busy for a minute. */
export async function becomesIdle(): Promise<boolean> {
  for (const end = Date.now() + LIMIT_MS; Date.now() < end; ) {
    const before = idleMilliseconds()
    const began = performance.now()
    await delay(SAMPLE_MS)
    if (idleMilliseconds() - before > IDLE_SHARE * cpus().length * (performance.now() - began)) return true
  }
  return false
}

/** Total idle time of this machine's processors so far */
export function idleMilliseconds(): number {
  return cpus().reduce((sum, { times }) => sum + times.idle, 0)
}
