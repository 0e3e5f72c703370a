import { setTimeout as delay } from 'node:timers/promises'

const INTERVAL_MS = 200

/** Polls until the condition holds; an error counts as false. Returns the elapsed milliseconds. @throws when the time limit is exceeded */
export async function waitUntil(
  what: string,
  condition: () => boolean | Promise<boolean>,
  { limitMs, intervalMs = INTERVAL_MS }: { limitMs: number; intervalMs?: number },
): Promise<number> {
  const began = performance.now()
  let reason: unknown
  while (performance.now() - began < limitMs) {
    try {
      if (await condition()) return performance.now() - began
    } catch (error) {
      reason = error
    }
    await delay(intervalMs)
  }
  throw new Error(`Condition not met within ${limitMs / 1000} s: ${what}`, { cause: reason })
}
