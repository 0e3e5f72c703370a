import type { OpenPurchase, Purchase, PurchaseClaim, PurchaseCodeRequest } from '#contracts/shop/purchase.ts'
import type { ShopTime } from '#contracts/shop/shop-time.ts'
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
  /** Lists the payments that a browser has started and that are not finished */
  listOpen: (clientId: string) => Promise<OpenPurchase[]>
}

type PurchaseDeps = { codes: EmailCodes; ownedItems: OwnedItems; mail: Mail; brand: () => EmailBrand; shopTime: () => ShopTime }
export type PurchaseService = ReturnType<typeof createPurchaseService>

/**
 * Creates the service with which another browser of a buyer claims purchases. The service does not reveal whether an email address has
 * purchases.
 */
export function createPurchaseService({ codes, ownedItems, mail, brand, shopTime }: PurchaseDeps) {
  return {
    /**
     * Creates a code for an email address. Known and unknown addresses take the same time.
     * @returns a function that sends the email to a known address, or does equivalent work for an unknown address; to be called after the
     * response
     */
    requestCode: async (request: PurchaseCodeRequest, ip: string): Promise<() => Promise<void>> => {
      const { code, expiresAt } = await codes.request(request, ip)
      const email = request.email.toLowerCase()
      return async () => {
        const message = { to: email, ...purchaseCodeEmail({ code, expiresAt, brand: brand(), shopTime: shopTime() }) }
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
    listOpen: ownedItems.listOpen,

    /** Removes expired purchase codes. */
    purge: codes.purge,
  }
}

function purchaseCodeEmail(given: { code: string; expiresAt: Date; brand: EmailBrand; shopTime: ShopTime }) {
  return writeCodeEmail({
    ...given,
    subject: `${given.code} is your code for ${given.brand.name}`,
    heading: 'Your purchases',
    footer: 'Then you don’t need to do anything: your purchases can’t be opened without the code.',
  })
}
