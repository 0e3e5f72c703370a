import { setTimeout as delay } from 'node:timers/promises'
import type { Recorder } from './recorder.ts'

const PAUSE_MS = 100

/**
 * Looks at the shop again and again until the signal, through the balancer and so at any node. Answers how often there were fewer books than
 * before: nothing is deleted.
 */
export async function visitRepeatedly(url: string, { recorder, signal }: { recorder: Recorder; signal: AbortSignal }): Promise<number> {
  let backwards = 0
  for (let seen = 0; !signal.aborted; await delay(PAUSE_MS)) {
    const response = await recorder.send('visit', `${url}/api/books?limit=1`).catch(() => undefined)
    if (response?.status !== 200) continue
    const count = countBooks(response)
    if (count < seen) backwards += 1
    seen = count
  }
  return backwards
}

/** How many books there are, as a page of their list says. */
export function countBooks(page: Response): number {
  return Number(page.headers.get('x-total-count'))
}
