import { randomInt, timingSafeEqual } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import { EMAIL_CODE_DIGITS, EMAIL_CODE_MINUTES, EMAIL_CODE_TRIES } from '#contracts/email-code.ts'
import { invalidRequest } from '#server/platform/problems.ts'
import type { RateLimits } from '#server/platform/rate-limits/rate-limits.store.ts'
import type { Orm } from '../database/database.ts'
import { digest, digestClient } from '../digest.ts'
import { createCodeRequestLimiter } from './code-request-limits.ts'
import type { EmailCodeTable } from './email-code-table.ts'
import { createEmailCodeStore } from './email-codes.store.ts'

/** Mails can arrive out of order, and a reloaded page requests again: the code before the newest works too. */
const NEWEST = 2

/** Who requests a code or enters one. The case of the address does not matter. */
type Requester = { email: string; clientId: string }

export type EmailCodes = ReturnType<typeof createEmailCodes>

/**
 * Codes of one purpose that prove access to an e-mail address. A code works only in the browser that requested it, so that nobody else can
 * use up its attempts.
 * @param purpose prefix of the rate limits' keys, such as `code`
 */
export function createEmailCodes({
  orm,
  table,
  purpose,
  rateLimits,
  now,
}: {
  orm: Orm
  table: EmailCodeTable
  purpose: string
  rateLimits: RateLimits
  now: () => Date
}) {
  const store = createEmailCodeStore(orm, table)
  const countRequest = createCodeRequestLimiter(rateLimits, purpose)

  return {
    /** Creates a code, also for unknown addresses, in the same time. @throws ProblemError 429 */
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
      await store.insert({ id, email, clientDigest, codeDigest, createdAt, expiresAt })
      return { code, expiresAt }
    },

    /** Returns the id of the code for `spend`. @throws ProblemError, the same for every code that does not work */
    check: async ({ email, clientId, code }: Requester & { code: string }): Promise<string> => {
      // Counted before the comparison, so that concurrent attempts can't exceed the limit, and for each compared code, so that two
      // valid codes are no easier to guess than one.
      const requester = { email: email.toLowerCase(), clientDigest: digestClient(clientId) }
      const candidates = await store.countAttempt(requester, { at: now(), newest: NEWEST, max: EMAIL_CODE_TRIES })
      const right = candidates.find(({ id, codeDigest }) => isSame(codeDigest, digest(`${id} ${code}`)))
      if (!right) throw wrongCode()
      return right.id
    },

    /** Marks a correct code as used. @throws ProblemError when it already was */
    spend: async (id: string): Promise<void> => {
      if (!(await store.spend(id, now()))) throw wrongCode()
    },

    /**
     * Marks all codes of an address as used, whichever browser requested them.
     * @param shown id of a correct code. @throws ProblemError when it was already used
     */
    spendAll: async (connection: Pick<Orm, 'select' | 'update'>, email: string, shown?: string): Promise<void> => {
      const used = await store.spendAll(connection, email.toLowerCase(), now())
      if (shown !== undefined && !used.includes(shown)) throw wrongCode()
    },

    /** Deletes expired codes. */
    purge: () => store.purge(now()),
  }
}

function isSame(one: string, other: string) {
  return timingSafeEqual(Buffer.from(one), Buffer.from(other))
}

/** The same for every code that does not work, whatever the reason. */
export function wrongCode() {
  return invalidRequest([{ field: 'code', message: 'That code is not right, or has run out. Ask for a new one.' }])
}
