export type KeyedQueue = <Result>(key: string, work: () => Promise<Result>) => Promise<Result>

/**
 * Work under the same key is done by few at a time, in the order in which it came. What would wait for a lock in the database waits
 * here instead, without a connection that others need.
 * @param width how many under one key are at work at a time
 * @param maxWaiting how many more may wait, and each for `maxWaitMs`; the others get the error of `refuse`
 */
export function createKeyedQueue({
  width,
  maxWaiting,
  maxWaitMs,
  refuse,
}: {
  width: number
  maxWaiting: number
  maxWaitMs: number
  refuse: () => Error
}): KeyedQueue {
  const queues = new Map<string, { running: number; waiting: Set<() => void> }>()

  function wait(waiting: Set<() => void>) {
    return new Promise<void>((resolve, reject) => {
      const turn = () => {
        clearTimeout(timer)
        waiting.delete(turn)
        resolve()
      }
      const timer = setTimeout(() => {
        waiting.delete(turn)
        reject(refuse())
      }, maxWaitMs)
      waiting.add(turn)
    })
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
      // The place is handed on, not freed: nobody can slip in between.
      const [next] = queue.waiting
      if (next) next()
      else if (--queue.running === 0) queues.delete(key)
    }
  }
}
