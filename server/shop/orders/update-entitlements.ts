import type { Transaction } from '#server/platform/database/database.ts'
import type { EntitlementStore } from '#server/shop/entitlements/entitlements.store.ts'
import type { AttemptRow } from './attempts/attempts.store.ts'
import { beneficiaryOf } from './copies/beneficiary.ts'
import { isOwned, isOwnedBeside } from './copies/ownership.ts'
import type { CountSold } from './ledger/counts-as-sold.ts'
import type { OrderStores } from './order-stores.ts'
import type { AttemptCause } from './orders.schema.ts'
import type { OrderRow } from './orders.store.ts'

const NO_LONGER_DUE = 'Refund no longer due: the buyer has no other access to the item'

/**
 * Makes or revokes the copy of an order after its payments, gives the holders of its copies access to the item or revokes their access,
 * and updates the refunds due for second payments. The caller has locked the product.
 * @param former digests of clients that no longer hold a copy of the order, and its former email address
 */
export type UpdateEntitlements = (
  transaction: Transaction,
  order: OrderRow,
  cause: AttemptCause,
  former?: { clients: string[]; email: string },
) => Promise<void>

export function createUpdateEntitlements(
  deps: OrderStores & { setEntitlement: EntitlementStore['set']; countSold: CountSold; now: () => Date },
): UpdateEntitlements {
  const { attempts, copies, refundsDue, countSold, setEntitlement, now } = deps

  /**
   * Withdraws the due refund of a second payment if nothing else gives access to the item. If the item was deleted, the refund stays due
   * for that reason.
   */
  async function keepPayment(transaction: Transaction, attempt: AttemptRow, cause: AttemptCause) {
    const { id, state } = attempt
    if (!(await countSold(transaction, attempt))) return refundsDue.giveReason(transaction, id, 'item_gone')
    await refundsDue.drop(transaction, id)
    await attempts.addEvent(transaction, { attemptId: id, from: state, to: state, cause, detail: NO_LONGER_DUE })
  }

  return async (transaction, order, cause, former) => {
    const { product, productId } = order
    await copies.followPayments(transaction, order)
    const clients = [...(await copies.listHolders(transaction, order.id)), ...(former?.clients ?? [])]
    for (const clientDigest of clients) {
      const owned = await isOwned(transaction, clientDigest, order)
      await setEntitlement(transaction, { clientDigest, product, productId }, owned)
      // The scheduled check cancels other open payment attempts for the item.
      if (owned) await attempts.checkSoon(transaction, clientDigest, order, now())
    }
    const emails = [beneficiaryOf(order).email, former?.email].filter((email) => email != null)
    for (const second of await refundsDue.listSecondPayments(transaction, { clients, emails }, order))
      if (!(await isOwnedBeside(transaction, second))) await keepPayment(transaction, second, cause)
  }
}
