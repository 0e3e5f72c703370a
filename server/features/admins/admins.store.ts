import { and, asc, eq, gt, inArray, lt, sql } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import type { Admin } from '#contracts/admin.ts'
import type { Orm } from '#server/platform/database/database.ts'
import { admins, loginAttempts, sessions } from './admins.schema.ts'

const shown = { id: admins.id, firstname: admins.firstname, lastname: admins.lastname, email: admins.email }

export type NewAdmin = Omit<Admin, 'id'> & { passwordHash: string }
export type AdminStore = ReturnType<typeof createAdminStore>

export function createAdminStore(orm: Orm) {
  return {
    list: (): Promise<Admin[]> => orm.select(shown).from(admins).orderBy(asc(admins.id)),

    count: (): Promise<number> => orm.$count(admins),

    findByEmail: async (email: string) => {
      const [row] = await orm
        .select({ ...shown, passwordHash: admins.passwordHash })
        .from(admins)
        .where(eq(sql`lower(${admins.email})`, email.toLowerCase()))
      return row
    },

    /** The new account, or undefined when the e-mail is taken. */
    insert: async (admin: NewAdmin): Promise<Admin | undefined> => {
      const [row] = await orm
        .insert(admins)
        .values({ id: uuidv7(), ...admin })
        .onConflictDoNothing()
        .returning(shown)
      return row
    },

    /** Removes an account with its sessions. Of two removals of the last two accounts at the same moment, one is refused. */
    remove: (id: string): Promise<'removed' | 'missing' | 'last'> =>
      orm.transaction(async (transaction) => {
        const rows = await transaction.select({ id: admins.id }).from(admins).orderBy(admins.id).for('update')
        if (!rows.some((row) => row.id === id)) return 'missing'
        if (rows.length === 1) return 'last'
        await transaction.delete(admins).where(eq(admins.id, id))
        return 'removed'
      }),

    insertSession: async (session: { tokenDigest: string; adminId: string; expiresAt: Date }) => {
      await orm.insert(sessions).values(session)
    },

    /** The admin behind a session that has not run out. */
    findBySession: async (tokenDigest: string): Promise<Admin | undefined> => {
      const [row] = await orm
        .select(shown)
        .from(sessions)
        .innerJoin(admins, eq(admins.id, sessions.adminId))
        .where(and(eq(sessions.tokenDigest, tokenDigest), gt(sessions.expiresAt, sql`now()`)))
      return row
    },

    removeSession: async (tokenDigest: string) => {
      await orm.delete(sessions).where(eq(sessions.tokenDigest, tokenDigest))
    },

    /** Notes a try under each key, then counts how many the busiest key has within the window, this one included. */
    recordAttempt: async (id: string, keys: string[], windowSeconds: number): Promise<number> => {
      await orm.insert(loginAttempts).values(keys.map((key) => ({ id, key })))
      const rows = await orm
        .select({ count: sql<number>`count(*)::int` })
        .from(loginAttempts)
        .where(and(inArray(loginAttempts.key, keys), gt(loginAttempts.at, sql`now() - make_interval(secs => ${windowSeconds})`)))
        .groupBy(loginAttempts.key)
      return Math.max(...rows.map((row) => row.count))
    },

    forgetAttempt: async (id: string) => {
      await orm.delete(loginAttempts).where(eq(loginAttempts.id, id))
    },

    /** Removes sessions that ran out and tries that no longer count. */
    purge: async () => {
      await orm.delete(sessions).where(lt(sessions.expiresAt, sql`now()`))
      await orm.delete(loginAttempts).where(lt(loginAttempts.at, sql`now() - interval '1 hour'`))
    },
  }
}
