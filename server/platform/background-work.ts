import { setTimeout as delay } from 'node:timers/promises'
import type { Jobs } from './jobs.ts'

/** After which it is tried again; each pause is twice the one before. */
const FIRST_PAUSE_MS = 5000
const LONGEST_PAUSE_MS = 5 * 60_000

export type BackgroundState = 'starting' | 'running' | 'failing'
export type BackgroundWork = ReturnType<typeof createBackgroundWork>

/** Whether this app's background work runs. A shop that sells without it hears of no late payment and sends no receipt. */
export function createBackgroundWork({ firstPauseMs = FIRST_PAUSE_MS } = {}) {
  let state: BackgroundState = 'starting'

  return {
    state: () => state,

    /** Starts it, again and again until it runs. Answers undefined when the signal says first that it is not wanted any more. */
    start: async (
      startJobs: () => Promise<Jobs>,
      { signal, onError }: { signal: AbortSignal; onError: (error: unknown) => void },
    ): Promise<Jobs | undefined> => {
      for (let pause = firstPauseMs; !signal.aborted; pause = Math.min(2 * pause, LONGEST_PAUSE_MS)) {
        try {
          const jobs = await startJobs()
          state = 'running'
          return jobs
        } catch (error) {
          state = 'failing'
          onError(error)
        }
        await delay(pause, undefined, { signal }).catch(() => undefined)
      }
    },
  }
}
