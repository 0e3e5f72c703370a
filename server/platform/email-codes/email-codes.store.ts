import { and, desc, eq, gt, inArray, isNull, lt, type SQL, sql } from 'drizzle-orm'
import type { Orm } from '../database/database.ts'
import type { EmailCodeTable } from './email-code-table.ts'

type Row = EmailCodeTable['$inferSelect']
export type NewEmailCode = Pick<Row, 'id' | 'email' | 'clientDigest' | 'codeDigest' | 'createdAt' | 'expiresAt'>

export function createEmailCodeStore(orm: Orm, codes: EmailCodeTable) {
  /** Rows are always locked in this order, against deadlocks. */
  const newestFirst = (connection: Pick<Orm, 'select'>, which: SQL | undefined) =>
    connection.select({ id: codes.id }).from(codes).where(which).orderBy(desc(codes.createdAt), desc(codes.id)).for('update').$dynamic()

  return {
    insert: async (code: NewEmailCode) => {
      await orm.insert(codes).values(code)
    },

    /**
     * Counts an attempt for the newest usable codes of this browser and address, and returns them for comparison.
     * @param newest how many of the codes may be usable
     * @param max attempts per code
     */
    countAttempt: async (
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

    /** Marks the code as used. False when it already was. */
    spend: async (id: string, at: Date): Promise<boolean> => {
      const rows = await orm
        .update(codes)
        .set({ usedAt: at })
        .where(and(eq(codes.id, id), isNull(codes.usedAt)))
        .returning({ id: codes.id })
      return rows.length > 0
    },

    /** Marks all codes of an address as used, and returns the ids of those that were unused. */
    spendAll: async (connection: Pick<Orm, 'select' | 'update'>, email: string, at: Date): Promise<string[]> => {
      const unused = and(eq(codes.email, email), isNull(codes.usedAt))
      const rows = await connection
        .update(codes)
        .set({ usedAt: at })
        .where(and(inArray(codes.id, newestFirst(connection, unused)), unused))
        .returning({ id: codes.id })
      return rows.map(({ id }) => id)
    },

    /** Deletes expired codes. */
    purge: async (at: Date) => {
      await orm.delete(codes).where(lt(codes.expiresAt, at))
    },
  }
}
