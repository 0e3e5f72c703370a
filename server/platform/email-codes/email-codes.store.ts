import { and, desc, eq, gt, inArray, isNull, lt, type SQL, sql } from 'drizzle-orm'
import type { Orm } from '../database/database.ts'
import type { EmailCodeTable } from './email-code-table.ts'

type Row = EmailCodeTable['$inferSelect']
export type NewEmailCode = Pick<Row, 'id' | 'email' | 'clientDigest' | 'codeDigest' | 'createdAt' | 'expiresAt'>
export type EmailCodeStore = ReturnType<typeof createEmailCodeStore>

export function createEmailCodeStore(orm: Orm, codes: EmailCodeTable) {
  /** Codes are always taken in this order, so that no two who need several wait for each other. */
  const newestFirst = (connection: Pick<Orm, 'select'>, which: SQL | undefined) =>
    connection.select({ id: codes.id }).from(codes).where(which).orderBy(desc(codes.createdAt), desc(codes.id)).for('update').$dynamic()

  return {
    insert: async (code: NewEmailCode) => {
      await orm.insert(codes).values(code)
    },

    /**
     * Counts a try of the codes that this browser asked for last with the address, and answers them for comparison. Those that can
     * be used no longer are left out, and those that had their tries: one at a time or all at once.
     * @param newest how many of the codes count
     * @param max how many tries each has
     */
    countTry: async (
      { email, clientDigest }: Pick<Row, 'email' | 'clientDigest'>,
      { at, newest, max }: { at: Date; newest: number; max: number },
    ): Promise<Pick<Row, 'id' | 'codeDigest'>[]> => {
      const candidates = newestFirst(orm, and(eq(codes.email, email), eq(codes.clientDigest, clientDigest))).limit(newest)
      return orm
        .update(codes)
        .set({ tries: sql`${codes.tries} + 1` })
        .where(and(inArray(codes.id, candidates), lt(codes.tries, max), isNull(codes.usedAt), gt(codes.expiresAt, at)))
        .returning({ id: codes.id, codeDigest: codes.codeDigest })
    },

    /** False when it was used before. */
    spend: async (id: string, at: Date): Promise<boolean> => {
      const rows = await orm
        .update(codes)
        .set({ usedAt: at })
        .where(and(eq(codes.id, id), isNull(codes.usedAt)))
        .returning({ id: codes.id })
      return rows.length > 0
    },

    /** Uses up all codes for an address, and answers the ids of those that were not used before. */
    spendAll: async (connection: Pick<Orm, 'select' | 'update'>, email: string, at: Date): Promise<string[]> => {
      const unused = and(eq(codes.email, email), isNull(codes.usedAt))
      const rows = await connection
        .update(codes)
        .set({ usedAt: at })
        .where(and(inArray(codes.id, newestFirst(connection, unused)), unused))
        .returning({ id: codes.id })
      return rows.map(({ id }) => id)
    },

    /** Removes what has run out. */
    purge: async (at: Date) => {
      await orm.delete(codes).where(lt(codes.expiresAt, at))
    },
  }
}
