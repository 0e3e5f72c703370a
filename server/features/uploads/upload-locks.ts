import { ProblemError } from '#server/platform/problems.ts'

type Holder = { onTakeOver: () => void; released: Promise<void> }

/** How long a stopped request may take to flush its bytes. */
const TAKE_OVER_MS = 10_000

export type UploadLocks = ReturnType<typeof createUploadLocks>

/** Locks for uploads, each held by one request. */
export function createUploadLocks() {
  const holders = new Map<string, Holder>()

  /** Returns a function that releases the lock, or undefined when the lock is held. */
  function tryAcquire(key: string, onTakeOver: () => void = () => undefined): (() => void) | undefined {
    if (holders.has(key)) return undefined
    const { promise: released, resolve } = Promise.withResolvers<void>()
    holders.set(key, { onTakeOver, released })
    return () => {
      holders.delete(key)
      resolve()
    }
  }

  /**
   * Stops the request that holds the lock, and waits for it. A client that asks for its offset has given up its previous request, which
   * would otherwise wait minutes for bytes from a broken connection.
   */
  async function takeOver(key: string, onTakeOver: () => void): Promise<() => void> {
    const timeout = AbortSignal.timeout(TAKE_OVER_MS)
    const late = new Promise<void>((resolve) => timeout.addEventListener('abort', () => resolve(), { once: true }))
    for (;;) {
      const release = tryAcquire(key, onTakeOver)
      if (release) return release
      if (timeout.aborted) throw locked()
      const holder = holders.get(key)
      holder?.onTakeOver()
      await Promise.race([holder?.released, late])
    }
  }

  return {
    tryAcquire,
    takeOver,
    acquire: (key: string, onTakeOver: () => void): (() => void) => {
      const release = tryAcquire(key, onTakeOver)
      if (!release) throw locked()
      return release
    },
  }
}

/** RFC 4918 §11.3 */
function locked() {
  return new ProblemError(423, 'conflict', 'Another request is writing to this upload')
}
