import { sql } from 'drizzle-orm'
import { index, pgTable, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'

export const admins = pgTable(
  'admins',
  {
    id: text().primaryKey(),
    firstname: text().notNull(),
    lastname: text().notNull(),
    email: text().notNull(),
    passwordHash: text('password_hash').notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [uniqueIndex('admins_email').on(sql`lower(${table.email})`)],
)

/** A browser in which an admin is signed in. The token itself is never stored, only its SHA-256; `id` names the session to people. */
export const sessions = pgTable(
  'sessions',
  {
    tokenDigest: text('token_digest').primaryKey(),
    adminId: text('admin_id')
      .notNull()
      .references(() => admins.id, { onDelete: 'cascade' }),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
    id: text().notNull().default(sql`gen_random_uuid()::text`),
    /** Written at most once a minute */
    lastUsedAt: timestamp('last_used_at', { withTimezone: true }).notNull().defaultNow(),
    /** Where it was last used from */
    address: text().notNull().default(''),
    /** Such as Firefox on Windows */
    browser: text().notNull().default(''),
  },
  (table) => [
    uniqueIndex('sessions_id').on(table.id),
    index('sessions_admin').on(table.adminId),
    index('sessions_expires').on(table.expiresAt),
  ],
)
