import { index, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

const moment = (name: string) => timestamp(name, { withTimezone: true })

/** Codes that were asked for, also for addresses that nobody bought with: what is known of them must not show. */
export const purchaseCodes = pgTable(
  'purchase_codes',
  {
    id: text().primaryKey(),
    /** Lower case */
    email: text().notNull(),
    /** The browser that asked; no other can use the code */
    clientDigest: text('client_digest').notNull(),
    codeDigest: text('code_digest').notNull(),
    createdAt: moment('created_at').notNull().defaultNow(),
    expiresAt: moment('expires_at').notNull(),
    tries: integer().notNull().default(0),
    usedAt: moment('used_at'),
  },
  (table) => [index('purchase_codes_email').on(table.email, table.createdAt)],
)
