import { index, integer, pgTable, text, timestamp } from 'drizzle-orm/pg-core'

const moment = (name: string) => timestamp(name, { withTimezone: true })

export type EmailCodeTable = ReturnType<typeof emailCodeTable>

/**
 * Defines a table of requested codes. Requests for unknown addresses also insert rows, so that nothing reveals which addresses are known.
 * Each purpose has its own table, so that a code is valid for one purpose only.
 */
export function emailCodeTable(name: string) {
  return pgTable(
    name,
    {
      id: text().primaryKey(),
      /** Lower case */
      email: text().notNull(),
      /** Digest of the client id of the requesting browser; the code is valid in that browser only */
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
