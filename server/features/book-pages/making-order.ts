import { unavailable } from '#server/platform/problems.ts'

/** What somebody waits for begins at once; so many may be under way or waiting for a processor. */
const MAX_URGENT = 24
const MAX_WAIT_MS = 10_000
const RETRY_AFTER_SECONDS = 3

export type MakingOrder = ReturnType<typeof createMakingOrder>

/** Lets visitors go before the background: work in the background is broken off and waits while something is urgent. */
export function createMakingOrder({ maxUrgent = MAX_URGENT, maxWaitMs = MAX_WAIT_MS } = {}) {
  const urgent = new Map<string, Promise<void>>()
  let interruption = new AbortController()
  let resume: (() => void)[] = []

  function begin(name: string, work: () => Promise<void>): Promise<void> {
    interruption.abort()
    const running = work().finally(() => {
      urgent.delete(name)
      if (urgent.size > 0) return
      for (const go of resume) go()
      resume = []
    })
    // Whoever waits for it may have left.
    running.catch(() => undefined)
    urgent.set(name, running)
    return running
  }

  return {
    /** Those who ask for the same share the work, which goes on when they leave. @throws unavailable when it takes too long */
    urgent: async (name: string, work: () => Promise<void>): Promise<void> => {
      const running = urgent.get(name)
      if (!running && urgent.size >= maxUrgent) throw busy()
      await within(maxWaitMs, running ?? begin(name, work))
    },

    /** Resolves with undefined when the work was broken off. Its signal is the one of the app, or aborts when something is urgent. */
    background: async <Result>(work: (signal: AbortSignal) => Promise<Result>, stopped: AbortSignal): Promise<Result | undefined> => {
      while (urgent.size > 0 && !stopped.aborted) await new Promise<void>((resolve) => resume.push(resolve))
      interruption = new AbortController()
      const signal = AbortSignal.any([stopped, interruption.signal])
      if (signal.aborted) return undefined
      return work(signal).catch((error: unknown) => {
        if (signal.aborted) return undefined
        throw error
      })
    },
  }
}

function busy() {
  return unavailable('This page is still being made', { retryAfterSeconds: RETRY_AFTER_SECONDS })
}

async function within(milliseconds: number, work: Promise<void>): Promise<void> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(busy()), milliseconds)
  })
  await Promise.race([work, late]).finally(() => clearTimeout(timer))
}
