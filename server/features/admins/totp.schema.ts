import { bigint, pgTable, text, timestamp } from 'drizzle-orm/pg-core'
import { admins } from './admins.schema.ts'

/** An account’s authenticator app. It is asked for once it was confirmed with a code. */
export const adminTotp = pgTable('admin_totp', {
  adminId: text('admin_id')
    .primaryKey()
    .references(() => admins.id, { onDelete: 'cascade' }),
  /** Base32; never shown again */
  secret: text().notNull(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  confirmedAt: timestamp('confirmed_at', { withTimezone: true }),
  /** The time step of the last code that was taken: none is taken twice */
  lastStep: bigint('last_step', { mode: 'number' }).notNull().default(0),
  /** SHA-256 of the recovery codes that are left */
  recoveryDigests: text('recovery_digests').array().notNull().default([]),
})
