import { unavailable } from '#server/platform/problems.ts'

/** Long enough for the waiting tasks, also on a slow machine. */
const RETRY_AFTER_SECONDS = 5

export type TakeTurn = ReturnType<typeof createHashingQueue>

// p-limit has no priorities and no limit of waiting tasks.
/** Runs at most `width` tasks at a time. More than `maxWaiting` are refused with a 503; tasks that go first wait in a line of their own. */
export function createHashingQueue({ width, maxWaiting }: { width: number; maxWaiting: number }) {
  const first: (() => void)[] = []
  const others: (() => void)[] = []
  let running = 0

  return async function run<Result>(task: () => Promise<Result>, { goesFirst = false } = {}): Promise<Result> {
    const lane = goesFirst ? first : others
    if (running < width) running += 1
    else if (lane.length < maxWaiting) await new Promise<void>((turn) => lane.push(turn))
    else
      throw unavailable('Too many sign in at this moment', {
        retryAfterSeconds: RETRY_AFTER_SECONDS,
        detail: 'Try again in a few seconds.',
      })
    try {
      return await task()
    } finally {
      // The slot is passed on, not freed, so that no new task can take it.
      const next = first.shift() ?? others.shift()
      if (next) next()
      else running -= 1
    }
  }
}
