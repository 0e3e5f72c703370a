import { and, countDistinct, desc, eq, gte, inArray, isNull, ne, notExists, or, type SQL } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { OwnedItems, Owners } from '#contracts/shop/order-admin.ts'
import type { ProductRef } from '#contracts/shop/product.ts'
import type { Reader } from '#server/platform/database/database.ts'
import { PENDING } from './attempts/attempt-states.ts'
import { hasAttempt, isFor, isGranted, isPaid, wasPaid } from './order-predicates.ts'
import { orderHolders, orders, paymentAttempts, refundsDue } from './orders.schema.ts'

/** Returns whether the client owns the product: the client holds a paid or granted order for the product. */
export async function isOwned(reader: Reader, clientDigest: string, product: ProductRef, counting?: SQL): Promise<boolean> {
  return (await selectOwning(reader, clientDigest, product, counting).limit(1)).length > 0
}

/** Selects the paid or granted orders for the product that the client holds. `counting` restricts the payments that count. */
export function selectOwning(reader: Reader, clientDigest: string, product: ProductRef, counting?: SQL) {
  return reader
    .select({ id: orders.id })
    .from(orders)
    .innerJoin(orderHolders, eq(orderHolders.orderId, orders.id))
    .where(and(eq(orderHolders.clientDigest, clientDigest), isFor(product), or(isPaid(counting), isGranted())))
}

/**
 * Returns whether the beneficiary of a payment would own the product without this payment: the email address of its order has another
 * paid or granted order, or its browser holds one. If this payment's refund is due, payments whose refund became due at the same time or
 * later don't count: otherwise two due payments would both be refunded and the buyer would lose access.
 */
export async function isOwnedBeside(
  reader: Reader,
  payment: ProductRef & { id: string; orderId: string; clientDigest: string },
): Promise<boolean> {
  const other = alias(refundsDue, 'other_due')
  const dueNoEarlier = reader
    .select({ id: other.attemptId })
    .from(other)
    .innerJoin(refundsDue, and(eq(refundsDue.attemptId, payment.id), isNull(refundsDue.settledAt)))
    .where(and(eq(other.attemptId, paymentAttempts.id), isNull(other.settledAt), gte(other.since, refundsDue.since)))
  const counting = and(ne(paymentAttempts.id, payment.id), notExists(dueNoEarlier))
  if (await isOwned(reader, payment.clientDigest, payment, counting)) return true
  const own = alias(orders, 'own_order')
  const address = reader.select({ email: own.email }).from(own).where(eq(own.id, payment.orderId))
  const owning = and(inArray(orders.email, address), isFor(payment), or(isPaid(counting), isGranted()))
  return (await reader.select({ id: orders.id }).from(orders).where(owning).limit(1)).length > 0
}

/** Returns whether an email address (in lower case) has a paid or granted order for the product. */
export async function isOwnedBy(reader: Reader, email: string, product: ProductRef): Promise<boolean> {
  return (await findOwning(reader, email, product)) !== undefined
}

/** Finds the id of the latest paid or granted order of an email address (in lower case) for the product. */
export async function findOwning(reader: Reader, email: string, product: ProductRef): Promise<string | undefined> {
  const owning = and(eq(orders.email, email), isFor(product), or(isPaid(), isGranted()))
  return (await reader.select({ id: orders.id }).from(orders).where(owning).orderBy(desc(orders.id)).limit(1))[0]?.id
}

/** Counts the email addresses that own any of the items by a payment or a grant, and the items that have such an owner. */
export async function countOwners(reader: Reader, { product, productIds }: OwnedItems): Promise<Owners> {
  const counts = { owners: countDistinct(orders.email), items: countDistinct(orders.productId) }
  const isOfThem = and(eq(orders.product, product), inArray(orders.productId, productIds))
  const [counted] = await reader
    .select(counts)
    .from(orders)
    .where(and(isOfThem, or(isPaid(), isGranted())))
  return counted ?? { owners: 0, items: 0 }
}

/** Returns whether the product was ever paid or granted, or is being paid. */
export async function wasSold(reader: Reader, product: ProductRef): Promise<boolean> {
  const sales = or(wasPaid(), hasAttempt(inArray(paymentAttempts.state, [...PENDING])), isGranted())
  return (
    (
      await reader
        .select({ id: orders.id })
        .from(orders)
        .where(and(isFor(product), sales))
        .limit(1)
    ).length > 0
  )
}
