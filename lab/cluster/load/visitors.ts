import { setTimeout as delay } from 'node:timers/promises'
import type { Recorder } from './recorder.ts'

const PAUSE_MS = 100

/**
 * Requests the list of books repeatedly until the signal, through the balancer and so from any node. Returns how often the count decreased,
 * although nothing is deleted.
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

/** Returns the total number of books according to a list response. */
export function countBooks(page: Response): number {
  return Number(page.headers.get('x-total-count'))
}
