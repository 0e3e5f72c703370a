import { and, gt, inArray } from 'drizzle-orm'
import { ignoreUnclear } from '#server/shop/gateways/gateway.ts'
import { PENDING } from '#server/shop/orders/attempts/attempt-states.ts'
import type { OrderDeps, Payments } from '#server/shop/orders/order-deps.ts'
import { paymentAttempts } from '#server/shop/orders/orders.schema.ts'

const AT_ONCE = 20
/** Time limit of one reconciliation. If gateways are slow, the next reconciliation checks the remaining payments. */
const RECONCILING_MS = 60_000

export function createReconcile(deps: OrderDeps & Pick<Payments, 'check'>): Pick<Payments, 'reconcile' | 'checkOpenSoon'> {
  const { orm, attempts, now, check } = deps

  return {
    reconcile: async (signal) => {
      const end = Date.now() + RECONCILING_MS
      let done = 0
      const failures: unknown[] = []
      while (Date.now() < end && !signal?.aborted) {
        const due = await attempts.listDue(now(), AT_ONCE)
        if (due.length === 0) break
        const results = await Promise.allSettled(due.map(({ id }) => check(id).catch(ignoreUnclear)))
        failures.push(...results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : [])))
        done += due.length
      }
      if (failures.length > 0) throw new AggregateError(failures, `${failures.length} payments could not be read: ${failures[0]}`)
      return done
    },

    checkOpenSoon: async () => {
      const isLater = and(inArray(paymentAttempts.state, PENDING), gt(paymentAttempts.nextCheckAt, now()))
      await orm.update(paymentAttempts).set({ nextCheckAt: now() }).where(isLater)
    },
  }
}
