import { isOpen, isOver } from '#server/features/orders/attempt-states.ts'
import type { AttemptRow, AttemptStore } from '#server/features/orders/attempts.store.ts'
import { nextCheckAt, nextTryAt } from '#server/features/orders/check-schedule.ts'
import type { Ledger } from '#server/features/orders/ledger.ts'
import type { OrderStore } from '#server/features/orders/orders.store.ts'
import type { RefundsDueStore } from '#server/features/orders/refunds-due.store.ts'
import type { Transact, Transaction } from '#server/platform/database/database.ts'
import type { PaymentStatus } from '#server/platform/gateways/gateway.ts'
import { judgeReading } from './decide-transition.ts'

/** Tells the people who look after the shop that something is not as it should be. Details hold no secrets. */
export type Alert = (details: Record<string, unknown>, text: string) => void

type Applied = { hinted: boolean; moved?: AttemptRow; isGivenUp?: boolean }

/** Does what follows from a reading, or from there being none, all in one transaction. */
export function createApplyReading({
  orders,
  attempts,
  dues,
  ledger,
  transact,
  alert,
  now,
}: {
  orders: OrderStore
  attempts: AttemptStore
  dues: RefundsDueStore
  ledger: Ledger
  transact: Transact
  alert: Alert
  now: () => Date
}) {
  /** Writes into the history of an attempt what the gateway says against it, and alerts; not again when it says so again. */
  async function noteOnce(transaction: Transaction, { id, state, gateway, orderId }: AttemptRow, detail: string) {
    const isNew = await attempts.addEventOnce(transaction, { attemptId: id, from: state, to: state, cause: 'gateway', detail })
    if (isNew) alert({ gateway, attempt: id, order: orderId, state }, detail)
  }

  /** Undefined when somebody took over after the lease ran out: theirs is the newer reading. */
  async function lockLeased(transaction: Transaction, { id, lease, product, productId }: AttemptRow): Promise<AttemptRow | undefined> {
    await orders.lockProduct(transaction, { product, productId })
    const attempt = await attempts.lock(transaction, id)
    return attempt?.lease === lease ? attempt : undefined
  }

  /**
   * Applies what was read under the lease. `hinted` when something was hinted meanwhile, so that it has to be read again;
   * `moved` is the attempt when it came to another state, `isGivenUp` when that was not the gateway's doing.
   */
  function apply(leased: AttemptRow, reading: PaymentStatus): Promise<Applied> {
    return transact(async (transaction) => {
      const attempt = await lockLeased(transaction, leased)
      if (!attempt) return { hinted: false }
      await attempts.keepWords(transaction, attempt, 'reading', reading.raw)
      const isOwned = isOpen(attempt.state) && (await orders.isOwned(transaction, attempt.clientDigest, attempt))
      const verdict = judgeReading({ ...attempt, isOwned }, reading, now())
      if (verdict.alert) alert({ gateway: attempt.gateway, attempt: attempt.id, order: attempt.orderId }, verdict.alert)
      if (verdict.contradicts) await noteOnce(transaction, attempt, `The gateway says otherwise: ${verdict.contradicts}`)
      if (verdict.refundDue) await dues.add(transaction, attempt.id, verdict.refundDue)
      const { handle, address, gatewayReference } = reading.found ? reading : {}
      const changes = {
        ...{ lease: null, leasedUntil: null, unansweredSince: null, unreadableSince: null },
        ...(handle && { handle }),
        ...(address && { address }),
        ...(gatewayReference && { gatewayReference }),
      }
      const { to, cause = 'gateway', detail } = verdict
      const { hinted } = attempt
      if (to) {
        const moved = await ledger.move(transaction, attempt, { to, cause, detail }, changes)
        return { hinted, moved, isGivenUp: cause === 'buyer' }
      }
      await attempts.update(transaction, attempt.id, { ...changes, nextCheckAt: nextCheckAt({ ...attempt, ...changes }, now()) })
      return { hinted }
    })
  }

  /** Notes that nothing could be read under the lease. Time goes by all the same; what comes late is still taken. */
  function passOver(leased: AttemptRow): Promise<void> {
    return transact(async (transaction) => {
      const attempt = await lockLeased(transaction, leased)
      if (!attempt) return
      const free = { lease: null, leasedUntil: null, unreadableSince: attempt.unreadableSince ?? now() }
      if (isOver(attempt, now())) {
        // Nobody knows what it came to: that is asked until there is an answer.
        const changes = { ...free, unansweredSince: attempt.unansweredSince ?? now() }
        await ledger.move(
          transaction,
          attempt,
          { to: 'expired', cause: 'time', detail: 'The payment service gave no clear answer' },
          changes,
        )
      } else await attempts.update(transaction, attempt.id, { ...free, nextCheckAt: nextTryAt(attempt, now()) })
    })
  }

  return { apply, passOver }
}
