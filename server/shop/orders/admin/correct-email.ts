import { and, eq, sql } from 'drizzle-orm'
import type { EmailCorrection } from '#contracts/shop/order-admin.ts'
import type { Actor, RecordAction } from '#server/platform/audit/action.ts'
import type { Transaction } from '#server/platform/database/database.ts'
import { mailState } from '#server/platform/outbox/outbox.store.ts'
import { conflict, notFound, ProblemError } from '#server/platform/problems.ts'
import { isOwnedBeside } from '#server/shop/orders/copies/ownership.ts'
import type { OrderDeps } from '#server/shop/orders/order-deps.ts'
import { isGranted } from '#server/shop/orders/order-predicates.ts'
import { orders as orderTable, orderViewers } from '#server/shop/orders/orders.schema.ts'
import { lockProduct, type OrderRow } from '#server/shop/orders/orders.store.ts'
import type { ReceiptService } from '#server/shop/receipts/receipts.service.ts'

/** Maximum number of orders whose email address is corrected at once. */
const MAX_ORDERS = 200

/** Corrects the email address of orders, and resends emails about orders. */
export type BuyerMail = ReturnType<typeof createBuyerMail>

type Deps = OrderDeps & { receipts: Pick<ReceiptService, 'notify' | 'requeue' | 'readdress' | 'find'>; record: RecordAction }
type Correction = { from: string; to: string; by: Actor | undefined; isBuyer?: boolean }

export function createBuyerMail(deps: Deps) {
  const { orm, orders, attempts, copies, refundsDue, updateEntitlements, transact, record, receipts } = deps

  async function findWithEmail(id: string): Promise<OrderRow & { email: string }> {
    const order = await orders.find(id)
    if (!order) throw notFound('order')
    const { email } = order
    if (email === null) throw conflict('The order has no email address', 'It gets one when the buyer pays.')
    return { ...order, email }
  }

  /** Queues the email with the link to the item. Returns false for an order that was neither paid nor granted. */
  async function queueMail(transaction: Transaction, orderId: string, email: string): Promise<boolean> {
    if (await receipts.requeue(transaction, { orderId, email })) return true
    const granted = await transaction
      .select({ id: orderTable.id })
      .from(orderTable)
      .where(and(eq(orderTable.id, orderId), isGranted()))
    if (granted.length === 0) return false
    await receipts.notify(transaction, { kind: 'granted', orderId, email })
    return true
  }

  /** Corrects the address of one order. A correction by the buyer is not an action of an administrator, and `from` gets no email. */
  function correctOne(id: string, { from, to, by, isBuyer = false }: Correction): Promise<void> {
    return transact(async (transaction) => {
      const found = await orders.find(id, transaction)
      if (!found) throw notFound('order')
      await lockProduct(transaction, found)
      // A concurrent correction may already have changed the address.
      const order = await orders.find(id, transaction)
      if (order?.email !== from) throw conflict('Someone else has changed the address', 'Load the page again.')
      await orders.update(transaction, id, { email: to, linkVersion: order.linkVersion + 1 })
      const others = sql`${orderViewers.clientDigest} is distinct from ${order.clientDigest}`
      const former = await transaction
        .delete(orderViewers)
        .where(and(eq(orderViewers.orderId, id), others))
        .returning({ clientDigest: orderViewers.clientDigest })
      const lost = await copies.readdress(transaction, { orderId: id, from, to, kept: order.clientDigest })
      const clients = [...new Set([...former.map(({ clientDigest }) => clientDigest), ...lost])]
      // With the corrected address, the payment may be a second payment of a buyer who already owns the item.
      for (const attempt of await attempts.listOf(id, transaction))
        if (attempt.state === 'paid' && (await isOwnedBeside(transaction, attempt)))
          await refundsDue.add(transaction, attempt.id, 'second_payment')
      await updateEntitlements(transaction, { ...order, email: to }, 'admin', { clients, email: from })
      await receipts.readdress(transaction, { orderId: id, email: to })
      // The former address is notified only if it had received an email: an order that was neither paid nor granted had none.
      if ((await queueMail(transaction, id, to)) && !isBuyer)
        await receipts.notify(transaction, { kind: 'address_removed', orderId: id, email: from })
      if (isBuyer) return
      const changes = [{ field: 'email', from, to }]
      await record(transaction, { noun: 'order', verb: 'changed', subject: { id, name: order.title }, changes, by })
    })
  }

  return {
    /**
     * Replaces a mistyped email address. Links in earlier emails become invalid, and only the browser that created the order retains
     * access, so readers of the wrong mailbox lose access.
     */
    correct: async (orderId: string, { email, allOrders }: EmailCorrection, by?: Actor) => {
      const [order, to] = [await findWithEmail(orderId), email.toLowerCase()]
      const from = order.email
      if (from === to) throw sameAddress()
      const same = allOrders ? await listIds(from) : []
      if (same.length > MAX_ORDERS)
        throw conflict(
          `The address has more than ${MAX_ORDERS} orders`,
          'Correct them one by one: so many orders are unlikely to belong to one buyer.',
        )
      // Each order is corrected in a separate transaction that locks its item. If the correction of an order fails, the remaining orders
      // can be corrected later.
      for (const id of [...same.filter((id) => id !== orderId), orderId]) await correctOne(id, { from, to, by })
    },

    /** Replaces the address of a receipt for its buyer. @throws conflict once a mail server has accepted the receipt */
    correctUndelivered: async (orderId: string, email: string) => {
      const [order, receipt, to] = [await findWithEmail(orderId), await receipts.find(orderId), email.toLowerCase()]
      if (!receipt || mailState(receipt) === 'accepted')
        throw conflict('The address can’t be changed here', 'Write to us if the receipt does not arrive.')
      if (order.email === to) throw sameAddress()
      await correctOne(orderId, { from: order.email, to, by: undefined, isBuyer: true })
    },

    /** Sends the receipt, or the link to a granted item, again. */
    resend: async (orderId: string, by?: Actor) => {
      const { email, title } = await findWithEmail(orderId)
      await transact(async (transaction) => {
        if (!(await queueMail(transaction, orderId, email)))
          throw conflict('There is nothing to send', 'The order was neither paid nor granted.')
        const changes = [{ field: 'mail', to: email }]
        await record(transaction, { noun: 'order', verb: 'changed', subject: { id: orderId, name: title }, changes, by })
      })
    },
  }

  async function listIds(email: string): Promise<string[]> {
    const rows = await orm
      .select({ id: orderTable.id })
      .from(orderTable)
      .where(eq(orderTable.email, email))
      .orderBy(orderTable.id)
      .limit(MAX_ORDERS + 1)
    return rows.map(({ id }) => id)
  }
}

function sameAddress() {
  const message = 'The order already has this address.'
  return new ProblemError(409, 'conflict', message, { errors: [{ field: 'email', message }] })
}
