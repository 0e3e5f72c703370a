import { sql } from 'drizzle-orm'
import { bigint, index, pgTable, primaryKey, text, timestamp, uniqueIndex } from 'drizzle-orm/pg-core'
import { emailCodeTable } from '#server/platform/email-codes/email-code-table.ts'

export const admins = pgTable(
  'admins',
  {
    id: text().primaryKey(),
    firstname: text().notNull(),
    lastname: text().notNull(),
    email: text().notNull(),
    passwordHash: text('password_hash').notNull(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    lastSignInAt: timestamp('last_sign_in_at', { withTimezone: true }),
  },
  (table) => [uniqueIndex('admins_email').on(sql`lower(${table.email})`)],
)

/** Invitation of a person to become an administrator. The token of the link is never stored, only its SHA-256 digest. */
export const adminInvitations = pgTable(
  'admin_invitations',
  {
    id: text().primaryKey(),
    tokenDigest: text('token_digest').notNull(),
    firstname: text().notNull(),
    lastname: text().notNull(),
    email: text().notNull(),
    /** An invitation is deleted with the account of the inviting administrator, so that a removed administrator can't regain access */
    invitedBy: text('invited_by')
      .notNull()
      .references(() => admins.id, { onDelete: 'cascade' }),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
  },
  (table) => [
    uniqueIndex('admin_invitations_token').on(table.tokenDigest),
    uniqueIndex('admin_invitations_email').on(sql`lower(${table.email})`),
    index('admin_invitations_author').on(table.invitedBy),
    index('admin_invitations_expires').on(table.expiresAt),
  ],
)

/** Session of an admin in a browser. The token itself is never stored, only its SHA-256; `id` identifies the session to administrators. */
export const sessions = pgTable(
  'sessions',
  {
    tokenDigest: text('token_digest').primaryKey(),
    adminId: text('admin_id')
      .notNull()
      .references(() => admins.id, { onDelete: 'cascade' }),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    expiresAt: timestamp('expires_at', { withTimezone: true }).notNull(),
    /** Time at which the password was last entered: at sign-in, or later to confirm account changes */
    passwordEnteredAt: timestamp('password_entered_at', { withTimezone: true }).notNull().defaultNow(),
    id: text().notNull().default(sql`gen_random_uuid()::text`),
    /** Time of the last request, updated at most once a minute */
    lastUsedAt: timestamp('last_used_at', { withTimezone: true }).notNull().defaultNow(),
    /** IP address of the last request of the session */
    address: text().notNull().default(''),
    /** Name of the browser and system, for example Firefox on Windows */
    browser: text().notNull().default(''),
  },
  (table) => [
    uniqueIndex('sessions_id').on(table.id),
    index('sessions_admin').on(table.adminId),
    index('sessions_expires').on(table.expiresAt),
  ],
)

/** Networks and browsers that each administrator has signed in from. A browser is stored as the digest of its cookie. */
export const knownSources = pgTable(
  'known_origins',
  {
    adminId: text('admin_id')
      .notNull()
      .references(() => admins.id, { onDelete: 'cascade' }),
    /** Source of sign-ins: `device` and a digest, or `network` and an IP prefix */
    source: text('origin').notNull(),
    lastUsedAt: timestamp('last_used_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [
    primaryKey({ columns: [table.adminId, table.source] }),
    index('known_origins_origin').on(table.source),
    index('known_origins_used').on(table.lastUsedAt),
  ],
)

/** Authenticator app of an account, required at sign-in once the app has been confirmed with a code. */
export const adminTotp = pgTable('admin_totp', {
  adminId: text('admin_id')
    .primaryKey()
    .references(() => admins.id, { onDelete: 'cascade' }),
  /** Secret, encrypted with a key derived from the signing key; displayed only once */
  secret: text().notNull(),
  createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
  confirmedAt: timestamp('confirmed_at', { withTimezone: true }),
  /** Time step of the last accepted code, so that each code is accepted only once */
  lastStep: bigint('last_step', { mode: 'number' }).notNull().default(0),
  /** SHA-256 digests of the unused recovery codes */
  recoveryDigests: text('recovery_digests').array().notNull().default([]),
  usedRecoveryDigests: text('used_recovery_digests').array().notNull().default([]),
})

/** Email that notifies an administrator of an account change. The row is deleted after the email is sent. */
export const accountNotices = pgTable(
  'account_notices',
  {
    id: text().primaryKey().default(sql`gen_random_uuid()::text`),
    email: text().notNull(),
    sentence: text().notNull(),
    /** IP address of the client that made the change */
    address: text(),
    createdAt: timestamp('created_at', { withTimezone: true }).notNull().defaultNow(),
    dueAt: timestamp('due_at', { withTimezone: true }).notNull().defaultNow(),
  },
  (table) => [index('account_notices_due').on(table.dueAt)],
)

export const passwordCodes = emailCodeTable('password_codes')
