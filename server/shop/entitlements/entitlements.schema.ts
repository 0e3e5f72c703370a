import { sql } from 'drizzle-orm'
import { pgTable, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'
import type { ProductKind } from '#contracts/shop/product.ts'

/** Entitlements: the priced items that a browser may open. Client ids are secrets, so only their SHA-256 digests are stored. */
export const entitlements = pgTable(
  'entitlements',
  {
    id: text().primaryKey(),
    clientDigest: text('client_digest').notNull(),
    product: text().$type<ProductKind>().notNull(),
    productId: text('product_id').notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    revokedAt: timestamp('revoked_at', { withTimezone: true }),
  },
  (table) => [
    uniqueIndex('entitlements_active').on(table.clientDigest, table.product, table.productId).where(sql`${table.revokedAt} is null`),
  ],
)
