import { index, pgTable, primaryKey, text, timestamp } from 'drizzle-orm/pg-core'
import { admins } from './admins.schema.ts'

/** The networks and browsers that each admin has signed in from; a browser is stored as the digest of its cookie. */
export const knownSources = pgTable(
  'known_origins',
  {
    adminId: text('admin_id')
      .notNull()
      .references(() => admins.id, { onDelete: 'cascade' }),
    /** `device` and a digest, or `network` and an IP prefix */
    source: text('origin').notNull(),
    lastUsedAt: timestamp('last_used_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.adminId, table.source] }),
    index('known_origins_origin').on(table.source),
    index('known_origins_used').on(table.lastUsedAt),
  ],
)
