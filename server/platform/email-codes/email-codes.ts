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

/** Letters overtake each other, and a page that is loaded anew asks again: the code before the newest works too. */
const NEWEST = 2

/** Who asks for a code, or shows one. The case of the address does not matter. */
type Asker = { email: string; clientId: string }

export type EmailCodes = ReturnType<typeof createEmailCodes>

/**
 * Codes of one purpose that prove who reads an e-mail address. A code works in the browser that asked for it, where nobody else
 * can use up its tries.
 * @param purpose what requests are counted under, such as `code`
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
    /** Makes a code for whoever asks, known or not, in the same time. @throws ProblemError 429 */
    request: async ({ email: given, clientId }: Asker, ip: string): Promise<{ code: string; expiresAt: Date }> => {
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

    /** Answers the id of the code, which is for `spend`. @throws ProblemError in the same words for every code that does not work */
    check: async ({ email, clientId, code }: Asker & { code: string }): Promise<string> => {
      // The try is counted before it is made: many at the same moment get no further than as many in a row. It counts for each code
      // that it is compared with, so that two codes that work are no easier to guess than one.
      const asked = { email: email.toLowerCase(), clientDigest: digestClient(clientId) }
      const candidates = await store.countTry(asked, { at: now(), newest: NEWEST, max: EMAIL_CODE_TRIES })
      const right = candidates.find(({ id, codeDigest }) => isSame(codeDigest, digest(`${id} ${code}`)))
      if (!right) throw wrongCode()
      return right.id
    },

    /** Uses up a code that was right. @throws ProblemError when somebody was first */
    spend: async (id: string): Promise<void> => {
      if (!(await store.spend(id, now()))) throw wrongCode()
    },

    /**
     * Uses up all codes for an address, whichever browser asked for them.
     * @param shown the id of one that was right. @throws ProblemError when it is not among them, or somebody was first
     */
    spendAll: async (connection: Pick<Orm, 'select' | 'update'>, email: string, shown?: string): Promise<void> => {
      const used = await store.spendAll(connection, email.toLowerCase(), now())
      if (shown !== undefined && !used.includes(shown)) throw wrongCode()
    },

    /** Removes codes that have run out. */
    purge: () => store.purge(now()),
  }
}

function isSame(one: string, other: string) {
  return timingSafeEqual(Buffer.from(one), Buffer.from(other))
}

/** Said of every code that does not work, whatever the reason. */
export function wrongCode() {
  return invalidRequest([{ field: 'code', message: 'That code is not right, or has run out. Ask for a new one.' }])
}
