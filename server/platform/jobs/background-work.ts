import { setTimeout as delay } from 'node:timers/promises'
import type { Queue } from './queue.ts'

/** Pause before the first retry; doubles with each retry. */
const FIRST_PAUSE_MS = 5000
const LONGEST_PAUSE_MS = 5 * 60_000

type BackgroundState = 'starting' | 'running' | 'failing'
export type BackgroundWork = ReturnType<typeof createBackgroundWork>

/** Starts the job queue and tracks its state. */
export function createBackgroundWork({ firstPauseMs = FIRST_PAUSE_MS } = {}) {
  let state: BackgroundState = 'starting'

  return {
    state: () => state,

    /** Retries until the queue runs. Returns undefined if the signal aborts first. */
    start: async (
      startQueue: () => Promise<Queue>,
      { signal, onError }: { signal: AbortSignal; onError: (error: unknown) => void },
    ): Promise<Queue | undefined> => {
      for (let pause = firstPauseMs; !signal.aborted; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
        try {
          const queue = await startQueue()
          state = 'running'
          return queue
        } catch (error) {
          state = 'failing'
          onError(error)
        }
        await delay(pause, undefined, { signal }).catch(() => undefined)
      }
    },
  }
}
