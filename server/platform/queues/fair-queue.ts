import { setImmediate as nextRound } from 'node:timers/promises'
import { unavailable } from '#server/platform/problems.ts'

/** The client that a task is for. `isGone` returns true when nobody waits for the result any more. */
export type Visitor = { client: string; isGone: () => boolean }
export type FairQueue = <Result>(visitor: Visitor, task: () => Promise<Result>) => Promise<Result>

type Waiting = { visitor: Visitor; start: () => void; refuse: () => void }

/**
 * Runs at most `width` tasks at a time, round robin by client. A task that waits longer than `maxWaitMs` is refused with 503; when more
 * than `maxWaiting` wait, so is the last task of the client with the most. Tasks of clients that are gone are not started.
 */
export function createFairQueue({
  width,
  maxWaiting,
  maxWaitMs,
  busy,
}: {
  width: number
  maxWaiting: number
  maxWaitMs: number
  /** Title of the 503 problem */
  busy: string
}): FairQueue {
  /** Waiting tasks by client. The first client in the map is next. */
  const lines = new Map<string, Waiting[]>()
  let running = 0
  let waiting = 0

  function leave(client: string, left: Waiting) {
    const line = lines.get(client)
    const index = line?.indexOf(left) ?? -1
    if (!line || index === -1) return
    line.splice(index, 1)
    waiting -= 1
    if (line.length === 0) lines.delete(client)
  }

  function next(): Waiting | undefined {
    const [turn] = lines
    const [client, [first] = []] = turn ?? []
    if (client === undefined || !first) return undefined
    leave(client, first)
    // Moves the client to the end of the round.
    const line = lines.get(client)
    if (line && lines.delete(client)) lines.set(client, line)
    return first
  }

  function finish() {
    for (let following = next(); following; following = next()) {
      // The slot is passed on, not freed, so that no new task can take it.
      if (!following.visitor.isGone()) return following.start()
      following.refuse()
    }
    running -= 1
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

  function wait(visitor: Visitor): Promise<void> {
    if (waiting >= maxWaiting) makeRoom(visitor.client)
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const timer = setTimeout(() => {
      leave(visitor.client, entry)
      reject(refusal())
    }, maxWaitMs)
    const ending = (settle: () => void) => () => {
      clearTimeout(timer)
      settle()
    }
    const entry: Waiting = { visitor, start: ending(resolve), refuse: ending(() => reject(refusal())) }
    const line = lines.get(visitor.client)
    if (line) line.push(entry)
    else lines.set(visitor.client, [entry])
    waiting += 1
    return promise
  }

  return async (visitor, task) => {
    const waits = running >= width
    if (waits) await wait(visitor)
    else running += 1
    try {
      // Requests that arrived meanwhile and are quick to handle go first.
      if (waits) await nextRound()
      return await task()
    } finally {
      finish()
    }
  }
}
