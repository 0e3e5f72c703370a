import { channel } from 'node:diagnostics_channel'
import { setImmediate as nextRound } from 'node:timers/promises'
import { unavailable } from '#server/platform/problems.ts'
import { withTimeout } from './with-timeout.ts'

/**
 * Client of a task. `site` is the customer to whom the client belongs, by default the client itself. `isGone` returns true once no request
 * waits for the result.
 */
export type Visitor = { client: string; site?: string; isGone: () => boolean }
export type FairQueue<Asking extends Visitor = Visitor> = <Result>(visitor: Asking, task: () => Promise<Result>) => Promise<Result>

type Waiting<Asking> = { visitor: Asking; start: () => void; refuse: () => void }
/** Waiting tasks of a site by client. The first client in the map is next. */
type Site<Asking> = { waiting: number; lines: Map<string, Waiting<Asking>[]> }

/** Diagnostics channel whose stores are set while a task of a fair queue runs. Without a subscriber, it costs nothing. */
export const turnChannel = channel('lectern.turn')

/**
 * Runs at most `width` tasks concurrently: sites take turns, and so do the clients of a site. A task that waits longer than `maxWaitMs` is
 * refused with 503. If more than `maxWaiting` tasks wait, the last task of the site with the most waiting tasks is refused. Tasks of
 * disconnected clients are not started.
 */
export function createFairQueue<Asking extends Visitor = Visitor>(options: {
  width: number
  maxWaiting: number
  maxWaitMs: number
  /** Title of the problem document in a 503 response */
  busy: string
  /** Advice in the 503 response */
  detail?: string
  /** Seconds until a refused visitor may try again; by default the longest wait */
  retryAfterSeconds?: number
  /**
   * Tasks of a lower rank start first, before any round robin; a task without a rank waits until running tasks end.
   * @param running visitors of the running tasks
   * @param last visitor of the most recently started task
   */
  rank?: (visitor: Asking, running: Asking[], last: Asking | undefined) => number | undefined
}): FairQueue<Asking> {
  const { width, maxWaiting, maxWaitMs, busy, detail, rank = () => 0 } = options
  const { retryAfterSeconds = Math.ceil(maxWaitMs / 1000) } = options

  /** Sites with waiting tasks. The first site in the map is next. */
  const sites = new Map<string, Site<Asking>>()
  const running: Asking[] = []
  let last: Asking | undefined
  let waiting = 0

  function begin(visitor: Asking) {
    running.push(visitor)
    last = visitor
  }

  function leave(left: Waiting<Asking>) {
    const site = sites.get(siteOf(left.visitor))
    const line = site?.lines.get(left.visitor.client)
    const index = line?.indexOf(left) ?? -1
    if (!site || !line || index === -1) return
    line.splice(index, 1)
    site.waiting -= 1
    waiting -= 1
    if (line.length === 0) site.lines.delete(left.visitor.client)
    if (site.waiting === 0) sites.delete(siteOf(left.visitor))
  }

  function* inTurn() {
    for (const { lines } of sites.values()) for (const line of lines.values()) yield* line
  }

  function next(): Waiting<Asking> | undefined {
    let best: { entry: Waiting<Asking>; rank: number } | undefined
    for (const entry of inTurn()) {
      const found = rank(entry.visitor, running, last)
      if (found !== undefined && found < (best?.rank ?? Number.POSITIVE_INFINITY)) best = { entry, rank: found }
      if (best?.rank === 0) break
    }
    if (!best) return undefined
    const { visitor } = best.entry
    leave(best.entry)
    // The site moves to the end of the round-robin order, and the client to the end of its site.
    const site = sites.get(siteOf(visitor))
    if (site) moveToEnd(sites, siteOf(visitor))
    if (site) moveToEnd(site.lines, visitor.client)
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

  /** Refuses the last task of the site with the most waiting tasks, or the new task if its site would then have as many. */
  function makeRoom(visitor: Asking) {
    const site = largest(sites, ({ waiting }) => waiting)
    if (!site || (sites.get(siteOf(visitor))?.waiting ?? 0) + 1 >= site.waiting) throw refusal()
    const last = largest(site.lines, ({ length }) => length)?.at(-1)
    if (!last) return
    leave(last)
    last.refuse()
  }

  const refusal = () => unavailable(busy, { retryAfterSeconds, detail })

  function wait(visitor: Asking): Promise<void> {
    if (waiting >= maxWaiting) makeRoom(visitor)
    const { promise, resolve, reject } = Promise.withResolvers<void>()
    const entry: Waiting<Asking> = { visitor, start: resolve, refuse: () => reject(refusal()) }
    const site = sites.get(siteOf(visitor)) ?? { waiting: 0, lines: new Map() }
    sites.set(siteOf(visitor), site)
    const line = site.lines.get(visitor.client)
    if (line) line.push(entry)
    else site.lines.set(visitor.client, [entry])
    site.waiting += 1
    waiting += 1
    const error = () => {
      leave(entry)
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
      return await turnChannel.runStores({ busy }, task)
    } finally {
      end(visitor)
    }
  }
}

const siteOf = ({ site, client }: Visitor) => site ?? client

function moveToEnd<Value>(map: Map<string, Value>, key: string) {
  const value = map.get(key)
  if (value === undefined) return
  map.delete(key)
  map.set(key, value)
}

function largest<Value>(map: Map<string, Value>, sizeOf: (value: Value) => number): Value | undefined {
  let found: Value | undefined
  for (const value of map.values()) if (!found || sizeOf(value) > sizeOf(found)) found = value
  return found
}
