import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { withTimeout } from '#server/platform/concurrency/with-timeout.ts'
import { describeFailure, type FailedJob } from './failed-job.ts'

/** Upper limit of the pauses after failures, so that a worker runs again within half a minute after the cause is resolved. */
const LONGEST_PAUSE_MS = 20_000
/** Time limit for a running worker when the app stops. Rows that it has leased are free again when the lease ends. */
const STOP_MS = 5000

/**
 * Worker that runs again this many seconds after each run. It runs on every app at the same time, so it must lease the rows it works on.
 */
export type WorkerTask = {
  name: string
  everySeconds: number
  /** Pause before the first run, for work that can wait until the app has started */
  afterSeconds?: number
  run: (signal: AbortSignal) => Promise<unknown>
}
export type Workers = ReturnType<typeof createWorkers>

export function createWorkers({ longestPauseMs = LONGEST_PAUSE_MS, stopMs = STOP_MS } = {}) {
  const failures = new Map<string, FailedJob>()

  /** Runs the worker once. Repeated failures with the same reason are reported once. */
  async function attempt({ name, run }: WorkerTask, signal: AbortSignal, onError: OnError): Promise<boolean> {
    try {
      await run(signal)
      failures.delete(name)
      return true
    } catch (error) {
      // Failures while the app stops are expected.
      if (signal.aborted) return false
      const reason = describeFailure(error)
      if (failures.get(name)?.reason !== reason) onError(error, name)
      failures.set(name, { name, at: new Date(), reason })
      return false
    }
  }

  async function repeat(task: WorkerTask, signal: AbortSignal, onError: OnError): Promise<void> {
    const usualMs = task.everySeconds * 1000
    if (task.afterSeconds) await delay(task.afterSeconds * 1000, undefined, { signal }).catch(() => undefined)
    for (let pauseMs = usualMs; !signal.aborted; ) {
      const succeeded = await attempt(task, signal, onError)
      pauseMs = succeeded ? usualMs : Math.max(usualMs, Math.min(2 * pauseMs, longestPauseMs))
      await delay(pauseMs, undefined, { signal }).catch(() => undefined)
    }
  }

  return {
    /** Workers of this app whose last run failed. */
    failures: (): FailedJob[] => [...failures.values()],

    /** Runs the workers until the signal aborts. Resolves when all have ended, or soon after the signal anyway. */
    run: async (workers: WorkerTask[], { signal, onError }: { signal: AbortSignal; onError: OnError }): Promise<void> => {
      const ended = Promise.all(workers.map((task) => repeat(task, signal, onError)))
      if (!signal.aborted) await Promise.race([ended, once(signal, 'abort')])
      await withTimeout(ended, stopMs, { fallback: undefined })
    },
  }
}

type OnError = (error: unknown, name: string) => void
