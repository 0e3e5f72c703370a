import { unavailable } from '#server/platform/problems.ts'

/** Long enough for the waiting tasks to finish, also on a slow machine. */
const RETRY_AFTER_SECONDS = 5

export type HashingQueue = ReturnType<typeof createHashingQueue>

// p-limit has neither priorities nor a limit on waiting tasks.
/** Runs at most `width` tasks at a time and refuses more than `maxWaiting` with a 503. Prioritized tasks have a queue of their own. */
export function createHashingQueue({ width, maxWaiting }: { width: number; maxWaiting: number }) {
  const priority: (() => void)[] = []
  const normal: (() => void)[] = []
  let running = 0

  return async function run<Result>(task: () => Promise<Result>, { prioritized = false } = {}): Promise<Result> {
    const queue = prioritized ? priority : normal
    if (running < width) running += 1
    else if (queue.length < maxWaiting) await new Promise<void>((start) => queue.push(start))
    else
      throw unavailable('Too many people are signing in', {
        retryAfterSeconds: RETRY_AFTER_SECONDS,
        detail: 'Try again in a few seconds.',
      })
    try {
      return await task()
    } finally {
      // The slot goes straight to the next task, so that a new one can't take it first.
      const next = priority.shift() ?? normal.shift()
      if (next) next()
      else running -= 1
    }
  }
}
