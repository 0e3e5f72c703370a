import { index, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'
import { admins } from './admins.schema.ts'

/** Where an admin signed in from: networks, and browsers by the digest of a token that only they hold. */
export const knownOrigins = pgTable(
  'known_origins',
  {
    adminId: text('admin_id')
      .notNull()
      .references(() => admins.id, { onDelete: 'cascade' }),
    /** `device` and a digest, or `network` and an address */
    origin: text().notNull(),
    lastUsedAt: timestamp('last_used_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.adminId, table.origin] }),
    index('known_origins_origin').on(table.origin),
    index('known_origins_used').on(table.lastUsedAt),
  ],
)
