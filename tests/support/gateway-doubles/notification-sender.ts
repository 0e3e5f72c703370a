/** Faults in the delivery of notifications to the shop. */
export type DeliveryFaults = {
  /** Whether all notifications are lost */
  drop: boolean
  /** Whether each notification is delivered twice */
  duplicate: boolean
  /** Whether each notification is delivered after the following one */
  reorder: boolean
  delayMs: number
}

export const NO_DELIVERY_FAULTS: DeliveryFaults = { drop: false, duplicate: false, reorder: false, delayMs: 0 }

export type Delivery = { to: string; write: () => { body: string; headers: Record<string, string> } }

/** Delivers notifications to the shop, and retries when it responds with an error. */
export function createNotificationSender({ faults, tries = 10, retryMs }: { faults: DeliveryFaults; tries?: number; retryMs: number }) {
  const running = new Set<Promise<void>>()
  const stop = new AbortController()
  const log: { to: string; body: string; status: number | undefined }[] = []
  let held: Delivery | undefined

  async function deliver({ to, write }: Delivery) {
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

  function start(delivery: Delivery) {
    const delivered = deliver(delivery).finally(() => running.delete(delivered))
    running.add(delivered)
    return delivered
  }

  return {
    /** Every delivery, with the shop's response */
    log,
    send: (delivery: Delivery) => {
      if (faults.drop) return
      if (faults.reorder && !held) {
        held = delivery
        return
      }
      const later = held
      held = undefined
      const delivered = start(delivery)
      if (faults.duplicate) start(delivery)
      if (later) delivered.then(() => start(later))
    },
    /** Resolves once all deliveries have ended */
    settle: async () => {
      while (running.size > 0) await Promise.all(running)
    },
    close: async () => {
      stop.abort()
      await Promise.all(running)
    },
  }
}
