import { randomInt, timingSafeEqual } from 'node:crypto'
import { v7 as uuidv7 } from 'uuid'
import type { Purchase, PurchaseClaim, PurchaseCodeRequest } from '#contracts/purchase.ts'
import { PURCHASE_CODE_DIGITS, PURCHASE_CODE_MINUTES, PURCHASE_CODE_TRIES } from '#contracts/purchase-code.ts'
import { digestClient } from '#server/platform/client-digest.ts'
import { digest } from '#server/platform/digest.ts'
import { invalidRequest } from '#server/platform/http/problems.ts'
import type { Mail } from '#server/platform/mail/mail.ts'
import type { Tries } from '#server/platform/tries/tries.store.ts'
import { createCodeLimits } from './code-limits.ts'
import type { PurchaseStore } from './purchases.store.ts'
import { writeCode } from './write-code.ts'

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
  tries,
  holdings,
  mail,
  brand,
  now = () => new Date(),
}: {
  store: PurchaseStore
  tries: Tries
  holdings: Holdings
  mail: Mail
  brand: string
  now?: () => Date
}) {
  const countRequest = createCodeLimits(tries)

  return {
    /**
     * Makes a code for whoever asks, known or not, in the same time.
     * @returns what is to be done once the request was answered: the mail, which goes to known addresses alone
     */
    requestCode: async (request: PurchaseCodeRequest, address: string): Promise<() => Promise<void>> => {
      const email = request.email.toLowerCase()
      await countRequest({ ...request, email }, address)
      const id = uuidv7()
      const code = randomInt(10 ** PURCHASE_CODE_DIGITS)
        .toString()
        .padStart(PURCHASE_CODE_DIGITS, '0')
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

function wrongCode() {
  return invalidRequest([{ field: 'code', message: 'That code is not right, or has run out. Ask for a new one.' }])
}
