import { sql } from 'drizzle-orm'
import { index, pgTable, primaryKey, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'
import type { ProductKind } from '#contracts/shop/product.ts'
import { orders } from '../orders.schema.ts'

const moment = (name: string) => timestamp(name, { withTimezone: true })

/** Copies: the right of one beneficiary to one item. The payment of an order makes a copy; a manual grant is a copy without a payment. */
export const copies = pgTable(
  'copies',
  {
    id: text().primaryKey(),
    orderId: text('order_id')
      .notNull()
      .references(() => orders.id),
    product: text().$type<ProductKind>().notNull(),
    productId: text('product_id').notNull(),
    /** Email address of the beneficiary in lower case */
    email: text().notNull(),
    /** Reason of a manual grant; null for a copy that a payment made */
    reason: text(),
    /** Name of the administrator who granted the copy */
    grantedBy: text('granted_by'),
    /** Time of the first payment or of the grant */
    madeAt: moment('made_at').notNull().defaultNow(),
    revokedAt: moment('revoked_at'),
  },
  (table) => [
    uniqueIndex('copies_beneficiary').on(table.orderId, table.email),
    index('copies_email').on(table.email),
    index('copies_product').on(table.product, table.productId),
    index('copies_granted').on(table.orderId).where(sql`${table.reason} is not null`),
  ],
)

/** Browsers that proved to belong to the beneficiary of a copy. */
export const copyHolders = pgTable(
  'copy_holders',
  {
    copyId: text('copy_id')
      .notNull()
      .references(() => copies.id),
    clientDigest: text('client_digest').notNull(),
    since: moment('since').notNull().defaultNow(),
  },
  (table) => [primaryKey({ columns: [table.copyId, table.clientDigest] }), index('copy_holders_client').on(table.clientDigest)],
)
