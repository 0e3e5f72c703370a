import { randomInt } from 'node:crypto'
import { and, desc, eq, gt, inArray, isNull, lt, type SQL, sql } from 'drizzle-orm'
import { v7 as uuidv7 } from 'uuid'
import { EMAIL_CODE_DIGITS, EMAIL_CODE_MINUTES, EMAIL_CODE_TRIES } from '#contracts/common/email-code.ts'
import { invalidRequest } from '#server/platform/problems.ts'
import type { RateLimits } from '#server/platform/rate-limits/rate-limits.store.ts'
import type { Orm } from '../database/database.ts'
import { digest, digestClient, isSameSecret } from '../digest.ts'
import { createCodeRequestLimiter } from './code-request-limits.ts'
import type { EmailCodeTable } from './email-code-table.ts'

/** Number of valid codes per requester: emails can arrive out of order, and a reloaded page requests another code. */
const NEWEST = 2

/** Email address and browser that a code belongs to. The address is case-insensitive. */
type Requester = { email: string; clientId: string }

export type EmailCodes = ReturnType<typeof createEmailCodes>

/**
 * Creates and checks codes of one purpose, which prove access to an email address. A code is only valid in the browser that requested it,
 * so that no other client can use up its attempts.
 * @param purpose prefix of the rate limits' keys, such as `code`
 */
export function createEmailCodes(deps: { orm: Orm; table: EmailCodeTable; purpose: string; rateLimits: RateLimits; now: () => Date }) {
  const { orm, table, purpose, rateLimits, now } = deps
  const countRequest = createCodeRequestLimiter(rateLimits, purpose)
  /** Locks rows in a fixed order, which prevents deadlocks. */
  const newestFirst = (connection: Pick<Orm, 'select'>, which: SQL | undefined) =>
    connection.select({ id: table.id }).from(table).where(which).orderBy(desc(table.createdAt), desc(table.id)).for('update').$dynamic()

  return {
    /** Creates a code. Unknown addresses get a code as well, in the same time. @throws ProblemError 429 */
    request: async ({ email: given, clientId }: Requester, ip: string): Promise<{ code: string; expiresAt: Date }> => {
      const email = given.toLowerCase()
      await countRequest({ email, clientId }, ip)
      const id = uuidv7()
      const code = randomInt(10 ** EMAIL_CODE_DIGITS)
        .toString()
        .padStart(EMAIL_CODE_DIGITS, '0')
      const createdAt = now()
      const expiresAt = new Date(createdAt.getTime() + EMAIL_CODE_MINUTES * 60_000)
      const [clientDigest, codeDigest] = [digestClient(clientId), digest(`${id} ${code}`)]
      await orm.insert(table).values({ id, email, clientDigest, codeDigest, createdAt, expiresAt })
      return { code, expiresAt }
    },

    /** Checks a code and returns its id for `spend`. @throws ProblemError, with the same message for every invalid code */
    check: async ({ email, clientId, code }: Requester & { code: string }): Promise<string> => {
      // Attempts are counted before codes are compared, so that concurrent attempts can't exceed the limit. Each compared code counts the
      // attempt, so that two valid codes are no easier to guess than a single code.
      const requested = and(eq(table.email, email.toLowerCase()), eq(table.clientDigest, digestClient(clientId)))
      const newest = inArray(table.id, newestFirst(orm, requested).limit(NEWEST))
      const candidates = await orm
        .update(table)
        .set({ tries: sql`${table.tries} + 1` })
        .where(and(newest, lt(table.tries, EMAIL_CODE_TRIES), isNull(table.usedAt), gt(table.expiresAt, now())))
        .returning({ id: table.id, codeDigest: table.codeDigest })
      const right = candidates.find(({ id, codeDigest }) => isSameSecret(codeDigest, digest(`${id} ${code}`)))
      if (!right) throw wrongCode()
      return right.id
    },

    /** Marks a correct code as used. @throws ProblemError if it is already used */
    spend: async (id: string): Promise<void> => {
      const unused = and(eq(table.id, id), isNull(table.usedAt))
      const spent = await orm.update(table).set({ usedAt: now() }).where(unused).returning({ id: table.id })
      if (spent.length === 0) throw wrongCode()
    },

    /**
     * Marks all codes that were requested for an email address as used, independent of the requesting browser.
     * @param shown id of the code that proved access to the address. @throws ProblemError if this code is already used
     */
    spendAll: async (connection: Pick<Orm, 'select' | 'update'>, email: string, shown?: string): Promise<void> => {
      const unused = and(eq(table.email, email.toLowerCase()), isNull(table.usedAt))
      const spent = await connection
        .update(table)
        .set({ usedAt: now() })
        .where(and(inArray(table.id, newestFirst(connection, unused)), unused))
        .returning({ id: table.id })
      if (shown !== undefined && !spent.some(({ id }) => id === shown)) throw wrongCode()
    },

    purge: async (): Promise<void> => {
      await orm.delete(table).where(lt(table.expiresAt, now()))
    },
  }
}

/** Returns the refusal of an invalid code, the same for every reason. */
export function wrongCode() {
  return invalidRequest([{ field: 'code', message: 'This code is wrong or has expired. Request a new one.' }])
}
