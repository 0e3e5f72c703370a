import { createHash, randomInt, randomUUID, timingSafeEqual } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import type { Purchase, PurchaseClaim, PurchaseCodeRequest } from '#contracts/purchase.ts'
import { PURCHASE_CODE_MINUTES, PURCHASE_CODE_TRIES } from '#contracts/purchase-code.ts'
import { digestClient } from '#server/platform/client-digest.ts'
import { invalidRequest, ProblemError } from '#server/platform/http/problems.ts'
import type { Mail } from '#server/platform/mail/mail.ts'
import type { PurchaseStore } from './purchases.store.ts'
import { writeCode } from './write-code.ts'

/**
 * Codes that may be asked for within the window: by one browser for an e-mail address, by all for it, and from one network
 * address. What strangers ask for must not keep the owner out.
 */
const MOST_BY_BROWSER = 5
const MOST_BY_EMAIL = 25
const MOST_BY_ADDRESS = 20
const WINDOW_SECONDS = 3600

/** Counts what was tried under a key within a window, before it is done. */
export type Attempts = {
  add: (id: string, keys: string[], windowSeconds: number) => Promise<number>
  forget: (id: string) => Promise<void>
}

/** What browsers own, kept by others. E-mail addresses are in lower case. */
export type Holdings = {
  isKnown: (email: string) => Promise<boolean>
  claim: (email: string, clientId: string) => Promise<void>
  list: (clientId: string) => Promise<Purchase[]>
}

export type PurchaseService = ReturnType<typeof createPurchaseService>

/** Gives purchases back to buyers whose browser forgot them. Who asks can't learn whether an address ever bought anything. */
export function createPurchaseService({
  store,
  attempts,
  holdings,
  mail,
  brand,
  now = () => new Date(),
}: {
  store: PurchaseStore
  attempts: Attempts
  holdings: Holdings
  mail: Mail
  brand: string
  now?: () => Date
}) {
  async function countRequest({ email, clientId }: PurchaseCodeRequest, address: string) {
    const limits = [
      { key: `code for address ${address}`, most: MOST_BY_ADDRESS },
      { key: `code for browser ${digest(`${email} ${clientId}`)}`, most: MOST_BY_BROWSER },
      { key: `code for email ${digest(email)}`, most: MOST_BY_EMAIL },
    ]
    const counted: string[] = []
    for (const { key, most } of limits) {
      const id = randomUUID()
      counted.push(id)
      if ((await attempts.add(id, [key], WINDOW_SECONDS)) <= most) continue
      // What is refused does not count, or knocking would keep the door shut.
      for (const refused of counted) await attempts.forget(refused)
      throw tooManyCodes()
    }
  }

  return {
    /**
     * Makes a code for whoever asks, known or not, in the same time.
     * @returns what is to be done once the request was answered: the mail, which goes to known addresses alone
     */
    requestCode: async (request: PurchaseCodeRequest, address: string): Promise<() => Promise<void>> => {
      const email = request.email.toLowerCase()
      await countRequest({ ...request, email }, address)
      const id = uuidv7()
      const code = randomInt(1_000_000).toString().padStart(6, '0')
      const createdAt = now()
      await store.insert({
        ...{ id, email, createdAt },
        clientDigest: digestClient(request.clientId),
        codeDigest: digest(`${id} ${code}`),
        expiresAt: new Date(createdAt.getTime() + PURCHASE_CODE_MINUTES * 60_000),
      })
      return async () => {
        if (await holdings.isKnown(email)) await mail.send({ to: email, ...writeCode({ code, brand }) })
      }
    },

    /** Everything that the browser owns, once it has shown the right code. Every other code is refused in the same words. */
    claim: async (claim: PurchaseClaim): Promise<Purchase[]> => {
      const email = claim.email.toLowerCase()
      // The try is counted before it is made: many at the same moment get no further than as many in a row.
      const code = await store.countTry({ email, clientDigest: digestClient(claim.clientId) }, { at: now(), most: PURCHASE_CODE_TRIES })
      if (!code || !isSame(code.codeDigest, digest(`${code.id} ${claim.code}`)) || !(await store.use(code.id, now()))) throw wrongCode()
      await holdings.claim(email, claim.clientId)
      return holdings.list(claim.clientId)
    },

    list: holdings.list,

    /** Removes codes that have run out. */
    purge: () => store.purge(now()),
  }
}

function isSame(one: string, other: string) {
  return timingSafeEqual(Buffer.from(one), Buffer.from(other))
}

function digest(text: string) {
  return createHash('sha256').update(text).digest('base64url')
}

function wrongCode() {
  return invalidRequest([{ field: 'code', message: 'That code is not right, or has run out. Ask for a new one.' }])
}

function tooManyCodes() {
  return new ProblemError(429, 'too_many_requests', 'Too many codes were asked for', {
    detail: 'Use the latest code that you were sent, or wait an hour and ask again.',
    headers: { 'retry-after': String(WINDOW_SECONDS) },
  })
}
