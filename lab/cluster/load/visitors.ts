import { setTimeout as delay } from 'node:timers/promises'
import type { Book } from '#contracts/catalogue/book.ts'
import type { Recorder } from './recorder.ts'

const PAUSE_MS = 100

export const NEWEST_BOOK = '/api/books?sort=newest&limit=1'

/**
 * Requests the newest book repeatedly until the signal aborts, through the balancer and so from any node. Returns how often the response
 * was older than the previous one, although the newest book is never deleted.
 */
export async function visitRepeatedly(url: string, { recorder, signal }: { recorder: Recorder; signal: AbortSignal }): Promise<number> {
  let backwards = 0
  for (let seen = 0; !signal.aborted; await delay(PAUSE_MS)) {
    const response = await recorder.send('visit', url + NEWEST_BOOK).catch(() => undefined)
    if (response?.status !== 200) continue
    const time = await timeOfNewest(response)
    if (time < seen) backwards += 1
    seen = time
  }
  return backwards
}

/** Returns the time at which the newest book was published, in milliseconds. */
export async function timeOfNewest(response: Response): Promise<number> {
  const [book] = (await response.json()) as Book[]
  return Date.parse(book?.createdAt ?? '')
}
