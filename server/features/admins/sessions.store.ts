import { and, desc, eq, gt, lt, ne, or, sql } from 'drizzle-orm'
import type { Admin } from '#contracts/admin.ts'
import type { Orm, Transaction } from '#server/platform/database/database.ts'
import { admins, sessions } from './admins.schema.ts'

const admin = { id: admins.id, firstname: admins.firstname, lastname: admins.lastname, email: admins.email }

export type SessionStore = ReturnType<typeof createSessionStore>

/** A session ends when it has run out, and when nobody used it for so long: a browser that was left open is anybody's. */
export function createSessionStore(orm: Orm, { idleMinutes }: { idleMinutes: number }) {
  const idleSince = sql`now() - make_interval(mins => ${idleMinutes})`
  const isLive = () => and(gt(sessions.expiresAt, sql`now()`), gt(sessions.lastUsedAt, idleSince))

  return {
    insert: async (transaction: Transaction, session: Omit<typeof sessions.$inferInsert, 'id'>) => {
      await transaction.insert(sessions).values(session)
    },

    /** A session that has not run out, and whose it is. `isStale` when its last use was noted more than a minute ago. */
    find: async (tokenDigest: string): Promise<{ id: string; admin: Admin; isStale: boolean } | undefined> => {
      const [row] = await orm
        .select({ id: sessions.id, admin, isStale: sql<boolean>`${sessions.lastUsedAt} < now() - interval '1 minute'` })
        .from(sessions)
        .innerJoin(admins, eq(admins.id, sessions.adminId))
        .where(and(eq(sessions.tokenDigest, tokenDigest), isLive()))
      return row
    },

    /** Of several requests at the same moment one writes. */
    touch: async (id: string, address: string) => {
      await orm
        .update(sessions)
        .set({ lastUsedAt: sql`now()`, address })
        .where(and(eq(sessions.id, id), lt(sessions.lastUsedAt, sql`now() - interval '1 minute'`)))
    },

    /** The one used last comes first. */
    list: () =>
      orm
        .select({
          id: sessions.id,
          createdAt: sessions.createdAt,
          lastUsedAt: sessions.lastUsedAt,
          expiresAt: sessions.expiresAt,
          address: sessions.address,
          browser: sessions.browser,
          admin,
        })
        .from(sessions)
        .innerJoin(admins, eq(admins.id, sessions.adminId))
        .where(isLive())
        .orderBy(desc(sessions.lastUsedAt), sessions.id),

    /** Whose session it was, or undefined when there is none. */
    remove: async (transaction: Transaction, key: { id: string } | { tokenDigest: string }) => {
      const [row] = await transaction
        .delete(sessions)
        .where('id' in key ? eq(sessions.id, key.id) : eq(sessions.tokenDigest, key.tokenDigest))
        .returning({ adminId: sessions.adminId })
      if (!row) return undefined
      const [owner] = await transaction.select(admin).from(admins).where(eq(admins.id, row.adminId))
      return owner
    },

    /** Answers how many sessions of the admin ended. */
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
