/** Faults in the delivery of messages to the shop. */
export type DeliveryFaults = {
  /** Loses all messages */
  drop: boolean
  /** Delivers each message twice */
  duplicate: boolean
  /** Delivers each message after the next one */
  reorder: boolean
  delayMs: number
}

export const NO_DELIVERY_FAULTS: DeliveryFaults = { drop: false, duplicate: false, reorder: false, delayMs: 0 }

export type Letter = { to: string; write: () => { body: string; headers: Record<string, string> } }

/** Delivers messages to the shop, and retries when it answers with an error. */
export function createCourier({ faults, tries = 10, retryMs }: { faults: DeliveryFaults; tries?: number; retryMs: number }) {
  const underWay = new Set<Promise<void>>()
  const stop = new AbortController()
  const log: { to: string; body: string; status: number | undefined }[] = []
  let held: Letter | undefined

  async function bring({ to, write }: Letter) {
    await pause(faults.delayMs)
    for (let attempt = 1; attempt <= tries && !stop.signal.aborted; attempt++) {
      const { body, headers } = write()
      const status = await post(to, body, headers)
      log.push({ to, body, status })
      if (status !== undefined && status < 400) return
      await pause(retryMs)
    }
  }

  async function post(to: string, body: string, headers: Record<string, string>) {
    try {
      return (await fetch(to, { method: 'POST', body, headers, redirect: 'manual', signal: AbortSignal.timeout(10_000) })).status
    } catch {
      return undefined
    }
  }

  function pause(ms: number) {
    return new Promise<void>((resolve) => {
      if (ms <= 0 || stop.signal.aborted) return resolve()
      const timer = setTimeout(resolve, ms)
      stop.signal.addEventListener('abort', () => {
        clearTimeout(timer)
        resolve()
      })
    })
  }

  function start(letter: Letter) {
    const way = bring(letter).finally(() => underWay.delete(way))
    underWay.add(way)
    return way
  }

  return {
    /** Every delivery, with the shop's answer */
    log,
    send: (letter: Letter) => {
      if (faults.drop) return
      if (faults.reorder && !held) {
        held = letter
        return
      }
      const later = held
      held = undefined
      const way = start(letter)
      if (faults.duplicate) start(letter)
      if (later) way.then(() => start(later))
    },
    /** Resolves once all deliveries have ended */
    settle: async () => {
      while (underWay.size > 0) await Promise.all(underWay)
    },
    close: async () => {
      stop.abort()
      await Promise.all(underWay)
    },
  }
}
