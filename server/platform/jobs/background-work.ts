import { retry } from '#server/platform/concurrency/retry.ts'
import type { Queue } from './queue.ts'

/** Pause before the first retry in ms, which doubles with each retry. */
const FIRST_PAUSE_MS = 5000
const LONGEST_PAUSE_MS = 5 * 60_000

type BackgroundState = 'starting' | 'running' | 'failing'
export type BackgroundWork = ReturnType<typeof createBackgroundWork>

/** Starts the job queue and tracks its state. */
export function createBackgroundWork({ firstPauseMs = FIRST_PAUSE_MS } = {}) {
  let state: BackgroundState = 'starting'

  return {
    state: () => state,

    /** Starts the queue with retries. Returns undefined if the signal aborts first. */
    start: async (
      startQueue: () => Promise<Queue>,
      { signal, onError }: { signal: AbortSignal; onError: (error: unknown) => void },
    ): Promise<Queue | undefined> => {
      if (signal.aborted) return undefined
      const onFailure = (error: unknown) => {
        state = 'failing'
        onError(error)
      }
      const started = retry(startQueue, { firstPauseMs, longestPauseMs: LONGEST_PAUSE_MS, signal, onFailure })
      const queue = await started.catch((error: unknown) => (signal.aborted ? undefined : Promise.reject(error)))
      if (queue) state = 'running'
      return queue
    },
  }
}
