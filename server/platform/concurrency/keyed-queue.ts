import { withTimeout } from './with-timeout.ts'

export type KeyedQueue = <Result>(key: string, work: () => Promise<Result>) => Promise<Result>

/**
 * Runs tasks of the same key in order, `width` at a time. Tasks that would wait for a database lock wait here instead, without a
 * connection.
 * @param maxWaiting maximum number of waiting tasks per key, each for `maxWaitMs`; further tasks are rejected with the error of `refuse`
 */
export function createKeyedQueue(options: { width: number; maxWaiting: number; maxWaitMs: number; refuse: () => Error }): KeyedQueue {
  const { width, maxWaiting, maxWaitMs, refuse } = options
  const queues = new Map<string, { running: number; waiting: Set<() => void> }>()

  function wait(waiting: Set<() => void>) {
    const { promise, resolve } = Promise.withResolvers<void>()
    const turn = () => {
      waiting.delete(turn)
      resolve()
    }
    waiting.add(turn)
    const error = () => {
      waiting.delete(turn)
      return refuse()
    }
    return withTimeout(promise, maxWaitMs, { error })
  }

  return async (key, work) => {
    const queue = queues.get(key) ?? { running: 0, waiting: new Set() }
    queues.set(key, queue)
    if (queue.running < width) queue.running++
    else if (queue.waiting.size < maxWaiting) await wait(queue.waiting)
    else throw refuse()
    try {
      return await work()
    } finally {
      // The slot is passed directly to the next task, so that no new task can take it.
      const [next] = queue.waiting
      if (next) next()
      else if (--queue.running === 0) queues.delete(key)
    }
  }
}
