import { formatAmount } from '#contracts/shop/price.ts'
import type { Transaction } from '#server/platform/database/database.ts'
import type { MoneyReturn } from '#server/shop/gateways/gateway.ts'
import type { ReceiptService } from '#server/shop/receipts/receipts.service.ts'
import { isReturned } from '../attempts/attempt-states.ts'
import type { AttemptRow } from '../attempts/attempts.store.ts'
import type { OrderStores } from '../order-stores.ts'
import type { AttemptCause } from '../orders.schema.ts'
import { BY_HAND, type MoneyMovement, missingMovements, type Returned, sumByHand, sumRefunded } from './money-movements.ts'

/** Delay of the email about a manually recorded refund, so that a mistake can be undone before the email is sent. */
const CORRECTION_MINUTES = 10

const EVENTS = {
  refund: { made: 'Refunded', undone: 'A refund failed' },
  chargeback: { made: 'Charged back', undone: 'A chargeback was reversed' },
}

/** Records refunds and chargebacks. The caller has locked the payment attempt. */
export type RefundRecorder = ReturnType<typeof createRefundRecorder>

export function createRefundRecorder(deps: OrderStores & { receipts: Pick<ReceiptService, 'notify' | 'withdrawRefund'>; now: () => Date }) {
  const { orders, attempts, money, receipts, now } = deps

  const recorder = {
    /** Books a refund that an administrator recorded. */
    byHand: async (transaction: Transaction, { id }: AttemptRow, amountMinor: number) => {
      if (amountMinor > 0)
        await money.add(transaction, { attemptId: id, kind: 'refund', source: BY_HAND, amountMinor, at: undefined }, now())
    },

    /** Reverses the latest manually recorded refund. Returns its amount, or 0 if there is none. */
    undoByHand: async (transaction: Transaction, attempt: AttemptRow): Promise<number> => {
      const recorded = await money.listOf([attempt.id], transaction)
      const standing: MoneyMovement[] = []
      for (const movement of recorded.filter(({ source }) => source === BY_HAND))
        if (movement.amountMinor > 0) standing.push(movement)
        else standing.pop()
      const last = standing.at(-1)
      // A part of the recorded refund may already have been replaced by the gateway's report.
      const minor = Math.min(last?.amountMinor ?? 0, sumByHand(recorded))
      if (!last || minor <= 0) return 0
      await money.add(transaction, { ...last, amountMinor: -minor, at: undefined, detail: undefined }, now())
      return minor
    },

    /** Records a partial refund that an administrator entered. The state of the payment does not change. */
    part: async (transaction: Transaction, attempt: AttemptRow, { minor, reason }: { minor: number; reason: string }) => {
      const { id, state, currency } = attempt
      const recorded = await money.listOf([id], transaction)
      await recorder.byHand(transaction, attempt, minor)
      await recorder.mail(transaction, recorded, attempt, 'admin')
      const detail = `${EVENTS.refund.made}: ${formatAmount({ currency, minor })}, ${reason}`
      await attempts.addEvent(transaction, { attemptId: id, from: state, to: state, cause: 'admin', detail })
    },

    /** Reverses the latest manually recorded partial refund. Returns its amount, or 0 if there is none. */
    undoPart: async (transaction: Transaction, attempt: AttemptRow, reason: string): Promise<number> => {
      const { id, state, currency } = attempt
      const recorded = await money.listOf([id], transaction)
      const minor = await recorder.undoByHand(transaction, attempt)
      if (minor === 0) return 0
      await recorder.mail(transaction, recorded, attempt, 'admin')
      const detail = `Refund undone: ${formatAmount({ currency, minor })}, ${reason}`
      await attempts.addEvent(transaction, { attemptId: id, from: state, to: state, cause: 'admin', detail })
      return minor
    },

    /**
     * Records refunds and chargebacks that the gateway reports and that are not recorded yet. Each is added to the payment's history as a
     * separate event, because a partial refund does not change the payment's state.
     * @returns the new movements
     */
    reported: async (transaction: Transaction, attempt: AttemptRow, reported: MoneyReturn[]): Promise<Returned[]> => {
      const { id, state, currency } = attempt
      const recorded = await money.listOf([id], transaction)
      const missing = missingMovements(recorded, reported, attempt.amountMinor)
      for (const movement of missing) {
        await money.add(transaction, { attemptId: id, ...movement }, now())
        if (movement.source === BY_HAND) continue
        const { kind, amountMinor } = movement
        const amount = formatAmount({ currency, minor: Math.abs(amountMinor) })
        const detail = `${EVENTS[kind][amountMinor > 0 ? 'made' : 'undone']}: ${[amount, movement.detail].filter(Boolean).join(', ')}`
        await attempts.addEvent(transaction, { attemptId: id, from: state, to: state, cause: 'gateway', detail })
      }
      // Reports without new refunds need no email, and skipping it saves a query.
      if (missing.length > 0) await recorder.mail(transaction, recorded, attempt, 'gateway')
      return missing
    },

    /** Emails the buyer the amount that was refunded since the movements `before` were read, or that a refund failed or was undone. */
    mail: async (transaction: Transaction, before: MoneyMovement[], attempt: AttemptRow, cause: AttemptCause) => {
      const { id: attemptId, orderId, state, currency } = attempt
      const refunded = sumRefunded(await money.listOf([attemptId], transaction)) - sumRefunded(before)
      const email = refunded !== 0 && (await orders.find(orderId, transaction))?.email
      if (!email) return
      const refund = { orderId, email, attemptId, amountMinor: Math.abs(refunded), currency }
      if (refunded > 0 && !isReturned(state)) await receipts.notify(transaction, { kind: 'partly_refunded', ...refund })
      else if (refunded > 0)
        await receipts.notify(transaction, { kind: 'refunded', ...refund, ...(cause === 'admin' && { afterMinutes: CORRECTION_MINUTES }) })
      else if (!(await receipts.withdrawRefund(transaction, refund)))
        await receipts.notify(transaction, { kind: 'refund_undone', ...refund })
    },
  }
  return recorder
}
