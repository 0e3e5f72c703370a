import { setTimeout as delay } from 'node:timers/promises'
import type { Queue } from './queue.ts'

/** After which it is tried again; each pause is twice the one before. */
const FIRST_PAUSE_MS = 5000
const LONGEST_PAUSE_MS = 5 * 60_000

export type BackgroundState = 'starting' | 'running' | 'failing'
export type BackgroundWork = ReturnType<typeof createBackgroundWork>

/** Whether this app's part of the job queue runs. Without it nothing that is no longer needed is cleared away. */
export function createBackgroundWork({ firstPauseMs = FIRST_PAUSE_MS } = {}) {
  let state: BackgroundState = 'starting'

  return {
    state: () => state,

    /** Starts it, again and again until it runs. Answers undefined when the signal says first that it is not wanted any more. */
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
