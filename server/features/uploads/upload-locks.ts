import { ProblemError } from '#server/platform/problems.ts'

type Holder = { giveWay: () => void; gone: Promise<void> }

/** How long a request may take to give way: it writes down what it has. */
const PATIENCE_MS = 10_000

export type UploadLocks = ReturnType<typeof createUploadLocks>

/** One request at a time works on an upload. */
export function createUploadLocks() {
  const holders = new Map<string, Holder>()

  /** Answers the function that lets go, or undefined when someone else works on it. */
  function tryAcquire(key: string, giveWay: () => void = () => undefined): (() => void) | undefined {
    if (holders.has(key)) return undefined
    const { promise: gone, resolve } = Promise.withResolvers<void>()
    holders.set(key, { giveWay, gone })
    return () => {
      holders.delete(key)
      resolve()
    }
  }

  /**
   * Asks whoever holds it to stop, and waits. A client that asks how far it got has given up the request before; on a line
   * that dropped, that one would otherwise wait for bytes for minutes.
   */
  async function takeOver(key: string, giveWay: () => void): Promise<() => void> {
    const timeout = AbortSignal.timeout(PATIENCE_MS)
    const late = new Promise<void>((resolve) => timeout.addEventListener('abort', () => resolve(), { once: true }))
    for (;;) {
      const release = tryAcquire(key, giveWay)
      if (release) return release
      if (timeout.aborted) throw locked()
      const holder = holders.get(key)
      holder?.giveWay()
      await Promise.race([holder?.gone, late])
    }
  }

  return {
    tryAcquire,
    takeOver,
    acquire: (key: string, giveWay: () => void): (() => void) => {
      const release = tryAcquire(key, giveWay)
      if (!release) throw locked()
      return release
    },
  }
}

/** RFC 4918 §11.3 */
function locked() {
  return new ProblemError(423, 'conflict', 'Another request is writing to this upload')
}
