import { unavailable } from '#server/platform/problems.ts'

/** After which the tasks that wait have had their turn, also on a slow machine. */
const RETRY_AFTER_SECONDS = 5

export type TakeTurn = ReturnType<typeof createTurns>

/**
 * Runs at most `width` tasks at a time and lets at most `maxWaiting` wait; any more are refused with a 503. Those that go
 * `first` have places of their own, and their turn before the others.
 */
export function createTurns({ width, maxWaiting }: { width: number; maxWaiting: number }) {
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
      // The place is handed on, not freed: nobody can slip in between.
      const next = first.shift() ?? others.shift()
      if (next) next()
      else running -= 1
    }
  }
}
