import { and, eq, gt, inArray, lt, sql } from 'drizzle-orm'
import type { Orm } from '#server/platform/database/database.ts'
import { loginAttempts } from './admins.schema.ts'

export type LoginAttemptStore = ReturnType<typeof createLoginAttemptStore>

export function createLoginAttemptStore(orm: Orm) {
  return {
    /** Notes a try under each key, then counts how many the busiest key has within the window, this one included. */
    add: async (id: string, keys: string[], windowSeconds: number): Promise<number> => {
      await orm.insert(loginAttempts).values(keys.map((key) => ({ id, key })))
      const rows = await orm
        .select({ count: sql<number>`count(*)::int` })
        .from(loginAttempts)
        .where(and(inArray(loginAttempts.key, keys), gt(loginAttempts.at, sql`now() - make_interval(secs => ${windowSeconds})`)))
        .groupBy(loginAttempts.key)
      return Math.max(...rows.map((row) => row.count))
    },

    forget: async (id: string) => {
      await orm.delete(loginAttempts).where(eq(loginAttempts.id, id))
    },

    /** Removes tries that no longer count. */
    purge: async () => {
      await orm.delete(loginAttempts).where(lt(loginAttempts.at, sql`now() - interval '1 hour'`))
    },
  }
}
