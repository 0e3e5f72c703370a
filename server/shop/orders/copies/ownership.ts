import { and, countDistinct, desc, eq, exists, gte, inArray, isNotNull, isNull, ne, notExists, or } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { OwnedItems, Owners } from '#contracts/shop/order-admin.ts'
import type { ProductRef } from '#contracts/shop/product.ts'
import type { Reader } from '#server/platform/database/database.ts'
import { PENDING } from '../attempts/attempt-states.ts'
import { orders, paymentAttempts, refundsDue } from '../orders.schema.ts'
import { beneficiaryOf } from './beneficiary.ts'
import { copies, copyHolders } from './copies.schema.ts'
import { isObtained, isStanding } from './copy-predicates.ts'

function isOf({ product, productId }: ProductRef) {
  return and(eq(copies.product, product), eq(copies.productId, productId))
}

/** Returns whether the client owns the product: the client holds a copy of the product that is not revoked. */
export async function isOwned(reader: Reader, clientDigest: string, product: ProductRef): Promise<boolean> {
  return (await selectOwning(reader, clientDigest, product).limit(1)).length > 0
}

/** Selects the orders of the copies of the product that the client holds and that are not revoked. */
export function selectOwning(reader: Reader, clientDigest: string, product: ProductRef) {
  return reader
    .select({ id: copies.orderId })
    .from(copies)
    .innerJoin(copyHolders, eq(copyHolders.copyId, copies.id))
    .where(and(eq(copyHolders.clientDigest, clientDigest), isOf(product), isStanding))
}

/**
 * Returns whether the beneficiary of a payment would own the product without this payment: another copy belongs to the email address, or a
 * browser of the beneficiary holds one. If this payment's refund is due, payments whose refund became due at the same time or later don't count:
 * otherwise two due payments would both be refunded and the buyer would lose access.
 */
export async function isOwnedBeside(reader: Reader, payment: ProductRef & { id: string; orderId: string }): Promise<boolean> {
  const [order] = await reader.select().from(orders).where(eq(orders.id, payment.orderId))
  if (!order) throw new Error('The order of the payment does not exist')
  const { email, clients } = beneficiaryOf(order)
  const other = alias(refundsDue, 'other_due')
  const dueNoEarlier = reader
    .select({ id: other.attemptId })
    .from(other)
    .innerJoin(refundsDue, and(eq(refundsDue.attemptId, payment.id), isNull(refundsDue.settledAt)))
    .where(and(eq(other.attemptId, paymentAttempts.id), isNull(other.settledAt), gte(other.since, refundsDue.since)))
  const counted = reader
    .select({ id: paymentAttempts.id })
    .from(paymentAttempts)
    .where(
      and(
        eq(paymentAttempts.orderId, copies.orderId),
        eq(paymentAttempts.state, 'paid'),
        ne(paymentAttempts.id, payment.id),
        notExists(dueNoEarlier),
      ),
    )
  const held = reader
    .select({ id: copyHolders.copyId })
    .from(copyHolders)
    .where(and(eq(copyHolders.copyId, copies.id), inArray(copyHolders.clientDigest, clients)))
  const belongs = email === null ? undefined : eq(copies.email, email)
  const [copy] = await reader
    .select({ id: copies.id })
    .from(copies)
    .where(and(isOf(payment), isStanding, or(belongs, exists(held)), or(isNotNull(copies.reason), exists(counted))))
    .limit(1)
  return copy !== undefined
}

/** Returns whether an email address (in lower case) owns a copy of the product. */
export async function isOwnedBy(reader: Reader, email: string, product: ProductRef): Promise<boolean> {
  return (await findOwning(reader, email, product)) !== undefined
}

/** Finds the id of the latest order with a copy of the product for an email address (in lower case). */
export async function findOwning(reader: Reader, email: string, product: ProductRef): Promise<string | undefined> {
  const owning = and(eq(copies.email, email), isOf(product), isStanding)
  return (await reader.select({ id: copies.orderId }).from(copies).where(owning).orderBy(desc(copies.orderId)).limit(1))[0]?.id
}

/** Counts the email addresses that own a copy of any of the items, and the items that have such an owner. */
export async function countOwners(reader: Reader, { product, productIds }: OwnedItems): Promise<Owners> {
  const counts = { owners: countDistinct(copies.email), items: countDistinct(copies.productId) }
  const isOfThem = and(eq(copies.product, product), inArray(copies.productId, productIds))
  const [counted] = await reader.select(counts).from(copies).where(and(isOfThem, isStanding))
  return counted ?? { owners: 0, items: 0 }
}

/** Returns whether the product was ever paid or granted, or is being paid. */
export async function wasSold(reader: Reader, ref: ProductRef): Promise<boolean> {
  const [copy] = await reader
    .select({ id: copies.id })
    .from(copies)
    .where(and(isOf(ref), isObtained))
    .limit(1)
  if (copy) return true
  const isPending = inArray(paymentAttempts.state, [...PENDING])
  const isFor = and(eq(paymentAttempts.product, ref.product), eq(paymentAttempts.productId, ref.productId))
  return (await reader.$count(paymentAttempts, and(isFor, isPending))) > 0
}
