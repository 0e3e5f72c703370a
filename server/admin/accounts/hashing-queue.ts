import { unavailable } from '#server/platform/problems.ts'

/** Seconds after which a refused hashing task may be retried: long enough for the queued tasks to finish, even on a slow machine. */
const RETRY_AFTER_SECONDS = 5

export type HashingQueue = ReturnType<typeof createHashingQueue>

// A custom queue is used because p-limit has neither priorities nor a limit on queued tasks.
/**
 * Creates a queue that runs at most `width` tasks at a time and refuses tasks with a 503 when `maxWaiting` are queued. Prioritized tasks
 * have a separate queue.
 */
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
      // The slot of a finished task is passed directly to the next queued task, so that a new task can't occupy it first.
      const next = priority.shift() ?? normal.shift()
      if (next) next()
      else running -= 1
    }
  }
}
