import { and, desc, eq, gt, isNull, lt, sql } from 'drizzle-orm'
import type { Orm } from '../database/database.ts'
import type { EmailCodeTable } from './email-code-table.ts'

type Row = EmailCodeTable['$inferSelect']
export type NewEmailCode = Pick<Row, 'id' | 'email' | 'clientDigest' | 'codeDigest' | 'createdAt' | 'expiresAt'>
export type EmailCodeStore = ReturnType<typeof createEmailCodeStore>

export function createEmailCodeStore(orm: Orm, codes: EmailCodeTable) {
  return {
    insert: async (code: NewEmailCode) => {
      await orm.insert(codes).values(code)
    },

    /**
     * Counts a try of the latest code that this browser asked for with the address, and answers that code for comparison.
     * Undefined when there is none that can still be used, and when it had its tries: one at a time or all at once.
     */
    countTry: async (
      { email, clientDigest }: Pick<Row, 'email' | 'clientDigest'>,
      { at, most }: { at: Date; most: number },
    ): Promise<Pick<Row, 'id' | 'codeDigest'> | undefined> => {
      const latest = orm
        .select({ id: codes.id })
        .from(codes)
        .where(and(eq(codes.email, email), eq(codes.clientDigest, clientDigest)))
        .orderBy(desc(codes.createdAt), desc(codes.id))
        .limit(1)
      const [row] = await orm
        .update(codes)
        .set({ tries: sql`${codes.tries} + 1` })
        .where(and(eq(codes.id, sql`(${latest})`), lt(codes.tries, most), isNull(codes.usedAt), gt(codes.expiresAt, at)))
        .returning({ id: codes.id, codeDigest: codes.codeDigest })
      return row
    },

    /** False when it was used before. */
    use: async (connection: Pick<Orm, 'update'>, id: string, at: Date): Promise<boolean> => {
      const rows = await connection
        .update(codes)
        .set({ usedAt: at })
        .where(and(eq(codes.id, id), isNull(codes.usedAt)))
        .returning({ id: codes.id })
      return rows.length > 0
    },

    /** Removes what has run out. */
    purge: async (at: Date) => {
      await orm.delete(codes).where(lt(codes.expiresAt, at))
    },
  }
}
