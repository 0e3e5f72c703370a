import { currentVisitor } from '#server/platform/concurrency/current-visitor.ts'
import { createFairQueue } from '#server/platform/concurrency/fair-queue.ts'
import { unavailable } from '#server/platform/problems.ts'

/** Seconds after which a refused hashing task may be retried: long enough for the queued tasks to finish, even on a slow machine. */
const RETRY_AFTER_SECONDS = 5
/** Longest wait of a task in ms, which a slow machine needs for the tasks before it. */
const MAX_WAIT_MS = 20_000
const BUSY = { busy: 'Too many people are signing in', detail: 'Try again in a few seconds.', retryAfterSeconds: RETRY_AFTER_SECONDS }

export type HashingQueue = ReturnType<typeof createHashingQueue>

/**
 * Creates a queue that runs at most `width` tasks at a time, fair by network, and refuses tasks with a 503 when `maxWaiting` are queued.
 * Prioritized tasks have a separate queue and start first.
 */
export function createHashingQueue({ width, maxWaiting }: { width: number; maxWaiting: number }) {
  const inTurn = createFairQueue({ width, maxWaiting, maxWaitMs: MAX_WAIT_MS, ...BUSY })
  const priority: (() => void)[] = []
  /** Tasks whose turn has come, and that only wait for prioritized tasks */
  const normal: (() => void)[] = []
  let running = 0

  async function start<Result>(task: () => Promise<Result>, queue: (() => void)[]): Promise<Result> {
    if (running < width) running += 1
    else await new Promise<void>((go) => queue.push(go))
    try {
      return await task()
    } finally {
      // The slot of a finished task is passed directly to the next queued task, so that a new task can't occupy it first.
      const next = priority.shift() ?? normal.shift()
      if (next) next()
      else running -= 1
    }
  }

  return async function run<Result>(task: () => Promise<Result>, { prioritized = false } = {}): Promise<Result> {
    if (!prioritized) return inTurn({ ...currentVisitor(), isGone: () => false }, () => start(task, normal))
    if (priority.length >= maxWaiting) throw unavailable(BUSY.busy, BUSY)
    return start(task, priority)
  }
}
