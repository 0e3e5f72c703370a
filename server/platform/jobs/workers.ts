import { once } from 'node:events'
import { setTimeout as delay } from 'node:timers/promises'
import { withTimeout } from '#server/platform/concurrency/with-timeout.ts'
import { describeFailure, type FailedJob } from './failed-job.ts'

/** Maximum pause after failures in ms, so that a worker runs again within half a minute after the cause is resolved. */
const LONGEST_PAUSE_MS = 20_000
/** Time limit of running workers at shutdown, in ms. Rows leased by an aborted worker are free again when the lease expires. */
const STOP_MS = 5000

/** Worker that runs again this many seconds after each run, on every instance at the same time, so it must lease its rows. */
export type WorkerTask = {
  name: string
  everySeconds: number
  /** Seconds before the first run, for work that can wait until the instance has started */
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
      // Failures during shutdown are expected.
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
    /** Returns the workers of this instance whose last run failed. */
    failures: (): FailedJob[] => [...failures.values()],

    /** Runs the workers until the signal aborts. Resolves when all workers have ended, or after a time limit. */
    run: async (workers: WorkerTask[], { signal, onError }: { signal: AbortSignal; onError: OnError }): Promise<void> => {
      const ended = Promise.all(workers.map((task) => repeat(task, signal, onError)))
      if (!signal.aborted) await Promise.race([ended, once(signal, 'abort')])
      await withTimeout(ended, stopMs, { fallback: undefined })
    },
  }
}

type OnError = (error: unknown, name: string) => void
