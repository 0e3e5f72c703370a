import { setImmediate as nextRound } from 'node:timers/promises'
import { unavailable } from '#server/platform/problems.ts'
import { withTimeout } from './with-timeout.ts'

/** Client of a task. `isGone` returns true once no request waits for the result. */
export type Visitor = { client: string; isGone: () => boolean }
export type FairQueue<Asking extends Visitor = Visitor> = <Result>(visitor: Asking, task: () => Promise<Result>) => Promise<Result>

type Waiting<Asking> = { visitor: Asking; start: () => void; refuse: () => void }

/**
 * Runs at most `width` tasks concurrently, round robin by client. A task that waits longer than `maxWaitMs` is refused with 503. If more
 * than `maxWaiting` tasks wait, the last task of the client with the most waiting tasks is refused. Tasks of disconnected clients are not
 * started.
 */
export function createFairQueue<Asking extends Visitor = Visitor>(options: {
  width: number
  maxWaiting: number
  maxWaitMs: number
  /** Title of the problem document in a 503 response */
  busy: string
  /**
   * Tasks of a lower rank start first, before any round robin; a task without a rank waits until running tasks end.
   * @param running visitors of the running tasks
   * @param last visitor of the most recently started task
   */
  rank?: (visitor: Asking, running: Asking[], last: Asking | undefined) => number | undefined
}): FairQueue<Asking> {
  const { width, maxWaiting, maxWaitMs, busy, rank = () => 0 } = options

  /** Waiting tasks by client. The first client in the map is next. */
  const lines = new Map<string, Waiting<Asking>[]>()
  const running: Asking[] = []
  let last: Asking | undefined
  let waiting = 0

  function begin(visitor: Asking) {
    running.push(visitor)
    last = visitor
  }

  function leave(client: string, left: Waiting<Asking>) {
    const line = lines.get(client)
    const index = line?.indexOf(left) ?? -1
    if (!line || index === -1) return
    line.splice(index, 1)
    waiting -= 1
    if (line.length === 0) lines.delete(client)
  }

  function next(): Waiting<Asking> | undefined {
    let best: { entry: Waiting<Asking>; rank: number } | undefined
    for (const line of lines.values()) {
      for (const entry of line) {
        const found = rank(entry.visitor, running, last)
        if (found !== undefined && found < (best?.rank ?? Number.POSITIVE_INFINITY)) best = { entry, rank: found }
        if (best?.rank === 0) break
      }
      if (best?.rank === 0) break
    }
    if (!best) return undefined
    const { client } = best.entry.visitor
    leave(client, best.entry)
    // The client moves to the end of the round-robin order.
    const line = lines.get(client)
    if (line && lines.delete(client)) lines.set(client, line)
    return best.entry
  }

  function end(visitor: Asking) {
    running.splice(running.indexOf(visitor), 1)
    while (running.length < width) {
      const following = next()
      if (!following) return
      if (following.visitor.isGone()) following.refuse()
      else {
        // The task counts as running before it starts, so that no new task can take the slot.
        begin(following.visitor)
        following.start()
      }
    }
  }

  function makeRoom(client: string) {
    const [longest, line] = [...lines].reduce((one, other) => (other[1].length > one[1].length ? other : one))
    if ((lines.get(client)?.length ?? 0) >= line.length) throw refusal()
    const last = line.at(-1)
    if (!last) return
    leave(longest, last)
    last.refuse()
  }

  const refusal = () => unavailable(busy, { retryAfterSeconds: Math.ceil(maxWaitMs / 1000) })

  function wait(visitor: Asking): Promise<void> {
    if (waiting >= maxWaiting) makeRoom(visitor.client)
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const entry: Waiting<Asking> = { visitor, start: resolve, refuse: () => reject(refusal()) }
    const line = lines.get(visitor.client)
    if (line) line.push(entry)
    else lines.set(visitor.client, [entry])
    waiting += 1
    const error = () => {
      leave(visitor.client, entry)
      return refusal()
    }
    return withTimeout(promise, maxWaitMs, { error })
  }

  return async (visitor, task) => {
    const waits = running.length >= width || rank(visitor, running, last) === undefined
    if (waits) await wait(visitor)
    else begin(visitor)
    try {
      // A waiting task starts one turn of the event loop later, so that quick requests are handled first.
      if (waits) await nextRound()
      return await task()
    } finally {
      end(visitor)
    }
  }
}
