import { setTimeout as delay } from 'node:timers/promises'
import { describeFailure, type FailedJob } from './failed-job.ts'

/** After failures a loop pauses longer and longer, but never so long that what was down is back for half a minute without it. */
const LONGEST_PAUSE_MS = 20_000
/** How long a run that is under way is waited for once the app stops. What it leaves is free again when its lease ends. */
const STOP_MS = 5000

/** Work that never ends: it runs again so many seconds after it ended, on every app at the same time, so it must lease what it works on. */
export type Loop = { name: string; everySeconds: number; run: (signal: AbortSignal) => Promise<unknown> }
export type Loops = ReturnType<typeof createLoops>

export function createLoops({ longestPauseMs = LONGEST_PAUSE_MS, stopMs = STOP_MS } = {}) {
  const failures = new Map<string, FailedJob>()

  /** Notes how a run ended. Tells of the same failure once, until another run succeeds or fails otherwise. */
  async function attempt({ name, run }: Loop, signal: AbortSignal, onError: OnError): Promise<boolean> {
    try {
      await run(signal)
      failures.delete(name)
      return true
    } catch (error) {
      // What fails because the app is closing is no news.
      if (signal.aborted) return false
      const reason = describeFailure(error)
      if (failures.get(name)?.reason !== reason) onError(error, name)
      failures.set(name, { name, at: new Date(), reason })
      return false
    }
  }

  async function repeat(loop: Loop, signal: AbortSignal, onError: OnError): Promise<void> {
    const usualMs = loop.everySeconds * 1000
    for (let pauseMs = usualMs; !signal.aborted; ) {
      const succeeded = await attempt(loop, signal, onError)
      pauseMs = succeeded ? usualMs : Math.max(usualMs, Math.min(2 * pauseMs, longestPauseMs))
      await delay(pauseMs, undefined, { signal }).catch(() => undefined)
    }
  }

  return {
    /** Loops of this app whose last run failed. */
    failures: (): FailedJob[] => [...failures.values()],

    /** Runs the loops until the signal; resolves when none runs any more, or soon after the signal all the same. */
    run: async (loops: Loop[], { signal, onError }: { signal: AbortSignal; onError: OnError }): Promise<void> => {
      const ended = Promise.all(loops.map((loop) => repeat(loop, signal, onError)))
      await Promise.race([ended, afterwards(signal, stopMs)])
    },
  }
}

type OnError = (error: unknown, name: string) => void

async function afterwards(signal: AbortSignal, milliseconds: number): Promise<void> {
  if (!signal.aborted) await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }))
  await delay(milliseconds, undefined, { ref: false })
}
