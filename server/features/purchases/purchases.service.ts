import type { Purchase, PurchaseClaim, PurchaseCodeRequest } from '#contracts/purchase.ts'
import type { EmailCodes } from '#server/platform/email-codes/email-codes.ts'
import type { Mail } from '#server/platform/mail/mail.ts'
import { writeCode } from './code-email.ts'

/** What browsers own, kept by others. E-mail addresses are in lower case. */
export type Holdings = {
  isKnown: (email: string) => Promise<boolean>
  claim: (email: string, clientId: string) => Promise<void>
  list: (clientId: string) => Promise<Purchase[]>
}

export type PurchaseService = ReturnType<typeof createPurchaseService>

/** Gives purchases back to buyers whose browser forgot them. Who asks can't learn whether an address ever bought anything. */
export function createPurchaseService({
  codes,
  holdings,
  mail,
  brand,
}: {
  codes: EmailCodes
  holdings: Holdings
  mail: Mail
  brand: string
}) {
  return {
    /**
     * Makes a code for whoever asks, known or not, in the same time.
     * @returns what is to be done once the request was answered: the mail, which goes to known addresses alone
     */
    requestCode: async (request: PurchaseCodeRequest, address: string): Promise<() => Promise<void>> => {
      const { code, expiresAt } = await codes.request(request, address)
      const email = request.email.toLowerCase()
      return async () => {
        if (await holdings.isKnown(email)) await mail.send({ to: email, ...writeCode({ code, expiresAt, brand }) })
      }
    },

    /** Everything that the browser owns, once it has shown the right code. Every other code is refused in the same words. */
    claim: async (claim: PurchaseClaim): Promise<Purchase[]> => {
      await codes.spend(await codes.check(claim))
      await holdings.claim(claim.email.toLowerCase(), claim.clientId)
      return holdings.list(claim.clientId)
    },

    list: holdings.list,

    /** Removes codes that have run out. */
    purge: codes.purge,
  }
}
