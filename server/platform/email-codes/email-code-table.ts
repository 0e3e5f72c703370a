import { index, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

const moment = (name: string) => timestamp(name, { withTimezone: true })

export type EmailCodeTable = ReturnType<typeof emailCodeTable>

/**
 * A table of codes that were asked for, also for addresses that nobody has: what is known of them must not show. Every purpose
 * has its own, so that a code for one opens nothing else.
 */
export function emailCodeTable(name: string) {
  return pgTable(
    name,
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
    (table) => [index(`${name}_email`).on(table.email, table.createdAt)],
  )
}
