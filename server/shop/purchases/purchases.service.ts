import type { Purchase, PurchaseClaim, PurchaseCodeRequest } from '#contracts/shop/purchase.ts'
import type { EmailCodes } from '#server/platform/email-codes/email-codes.ts'
import { sendIfKnown } from '#server/platform/email-codes/send-code.ts'
import { writeCodeEmail } from '#server/platform/email-codes/write-code-email.ts'
import type { Mail } from '#server/platform/mail/mail.ts'
import type { EmailBrand } from '#server/platform/mail/render-email.ts'

/** Items owned by browsers, provided by another feature. Email addresses are in lower case. */
export type OwnedItems = {
  isKnown: (email: string) => Promise<boolean>
  claim: (email: string, clientId: string) => Promise<void>
  list: (clientId: string) => Promise<Purchase[]>
}

type PurchaseDeps = { codes: EmailCodes; ownedItems: OwnedItems; mail: Mail; brand: () => EmailBrand }
export type PurchaseService = ReturnType<typeof createPurchaseService>

/** Lets another browser of the buyer claim purchases, without revealing whether an email address has any. */
export function createPurchaseService({ codes, ownedItems, mail, brand }: PurchaseDeps) {
  return {
    /**
     * Creates a code for any email address, known or not, in the same time.
     * @returns a function that sends the mail to known addresses, and does the same work for others; to be called after the response
     */
    requestCode: async (request: PurchaseCodeRequest, ip: string): Promise<() => Promise<void>> => {
      const { code, expiresAt } = await codes.request(request, ip)
      const email = request.email.toLowerCase()
      return async () => {
        const message = { to: email, ...purchaseCodeEmail({ code, expiresAt, brand: brand() }) }
        await sendIfKnown(mail, await ownedItems.isKnown(email), message)
      }
    },

    /** Claims the purchases of an email address with a valid code and lists all items of the browser. Invalid codes get equal errors. */
    claim: async (claim: PurchaseClaim): Promise<Purchase[]> => {
      await codes.spend(await codes.check(claim))
      await ownedItems.claim(claim.email.toLowerCase(), claim.clientId)
      return ownedItems.list(claim.clientId)
    },

    list: ownedItems.list,

    /** Removes expired codes. */
    purge: codes.purge,
  }
}

function purchaseCodeEmail(given: { code: string; expiresAt: Date; brand: EmailBrand }) {
  return writeCodeEmail({
    ...given,
    subject: `${given.code} is your code for ${given.brand.name}`,
    heading: 'Your purchases',
    footer: 'Then you don’t need to do anything: your purchases can’t be opened without the code.',
  })
}
