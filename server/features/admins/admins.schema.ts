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

/** A signed-in admin. The token itself is never stored, only its SHA-256. */
export const sessions = pgTable(
  'sessions',
  {
    tokenDigest: text('token_digest').primaryKey(),
    adminId: text('admin_id')
      .notNull()
      .references(() => admins.id, { onDelete: 'cascade' }),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
  },
  (table) => [index('sessions_admin').on(table.adminId), index('sessions_expires').on(table.expiresAt)],
)

/** Tries to sign in that have not succeeded (yet), counted by address and by e-mail. */
export const loginAttempts = pgTable(
  'login_attempts',
  {
    id: text().notNull(),
    key: text().notNull(),
    at: timestamp({ withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [index('login_attempts_key').on(table.key, table.at), index('login_attempts_id').on(table.id)],
)
