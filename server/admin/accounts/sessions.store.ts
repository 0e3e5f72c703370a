import { and, desc, eq, gt, lt, ne, or, sql } from 'drizzle-orm'
import { type Admin, PASSWORD_MINUTES } from '#contracts/admin/admin.ts'
import type { Orm, Transaction } from '#server/platform/database/database.ts'
import { admins, sessions } from './admins.schema.ts'
import { adminColumns } from './admins.store.ts'

export type SessionStore = ReturnType<typeof createSessionStore>

/**
 * Creates the store of sessions. A session ends when it expires or is idle for `idleMinutes`, since a browser may be left open in public.
 */
export function createSessionStore(orm: Orm, { idleMinutes }: { idleMinutes: number }) {
  const idleSince = sql`now() - make_interval(mins => ${idleMinutes})`
  const isLive = () => and(gt(sessions.expiresAt, sql`now()`), gt(sessions.lastUsedAt, idleSince))

  return {
    insert: async (transaction: Transaction, session: Omit<typeof sessions.$inferInsert, 'id'>) => {
      await transaction.insert(sessions).values(session)
    },

    /** Returns an active session and its admin. `isStale` means that the last use was recorded more than a minute ago. */
    find: async (tokenDigest: string): Promise<{ id: string; admin: Admin; isPasswordRecent: boolean; isStale: boolean } | undefined> => {
      const [row] = await orm
        .select({
          id: sessions.id,
          admin: adminColumns,
          isPasswordRecent: sql<boolean>`${sessions.passwordEnteredAt} > now() - make_interval(mins => ${PASSWORD_MINUTES})`,
          isStale: sql<boolean>`${sessions.lastUsedAt} < now() - interval '1 minute'`,
        })
        .from(sessions)
        .innerJoin(admins, eq(admins.id, sessions.adminId))
        .where(and(eq(sessions.tokenDigest, tokenDigest), isLive()))
      return row
    },

    /** Records the use of a session; only one of several concurrent requests writes. */
    touch: async (id: string, ip: string) => {
      await orm
        .update(sessions)
        .set({ lastUsedAt: sql`now()`, address: ip })
        .where(and(eq(sessions.id, id), lt(sessions.lastUsedAt, sql`now() - interval '1 minute'`)))
    },

    markPasswordEntered: async (id: string) => {
      await orm.update(sessions).set({ passwordEnteredAt: sql`now()` }).where(eq(sessions.id, id))
    },

    /** Lists active sessions, the most recently used first. */
    list: () =>
      orm
        .select({
          id: sessions.id,
          createdAt: sessions.createdAt,
          lastUsedAt: sessions.lastUsedAt,
          expiresAt: sessions.expiresAt,
          address: sessions.address,
          browser: sessions.browser,
          admin: adminColumns,
        })
        .from(sessions)
        .innerJoin(admins, eq(admins.id, sessions.adminId))
        .where(isLive())
        .orderBy(desc(sessions.lastUsedAt), sessions.id),

    /** Deletes a session and returns its admin, or undefined if there is no matching session. */
    remove: async (transaction: Transaction, key: { id: string } | { tokenDigest: string }) => {
      const [row] = await transaction
        .delete(sessions)
        .where('id' in key ? eq(sessions.id, key.id) : eq(sessions.tokenDigest, key.tokenDigest))
        .returning({ adminId: sessions.adminId })
      if (!row) return undefined
      const [owner] = await transaction.select(adminColumns).from(admins).where(eq(admins.id, row.adminId))
      return owner
    },

    /** Ends the admin's active sessions except one; returns the number of ended sessions. */
    removeOthers: async (transaction: Transaction, adminId: string, except?: string): Promise<number> => {
      const rows = await transaction
        .delete(sessions)
        .where(and(eq(sessions.adminId, adminId), except === undefined ? undefined : ne(sessions.id, except), isLive()))
        .returning({ id: sessions.id })
      return rows.length
    },

    purge: async () => {
      await orm.delete(sessions).where(or(lt(sessions.expiresAt, sql`now()`), lt(sessions.lastUsedAt, idleSince)))
    },
  }
}
