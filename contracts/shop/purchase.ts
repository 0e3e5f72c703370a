import { z } from 'zod'
import { email, emailCode } from '#contracts/common/email.ts'
import { ClientId } from './access.ts'
import { OrderedProduct } from './product.ts'

export const Purchase = z.object({
  orderId: z.string(),
  product: OrderedProduct,
  boughtAt: z.iso.datetime().meta({ description: 'Time of payment, or of the manual grant' }),
  receiptNumber: z.int().nullable(),
  available: z.boolean().meta({ description: 'False when the item was removed or refunded' }),
  refundedAt: z.iso.datetime().nullable().meta({ description: 'Time of the refund, unless the buyer still has access' }),
})
export type Purchase = z.infer<typeof Purchase>

export const Purchases = z.object({ purchases: z.array(Purchase) })

/** Requests a code by email. The response does not reveal whether the address is known. */
export const PurchaseCodeRequest = z.object({ email, clientId: ClientId })
export type PurchaseCodeRequest = z.infer<typeof PurchaseCodeRequest>

/** Gives a browser access to everything bought with an email address. */
export const PurchaseClaim = z.object({ email, clientId: ClientId, code: emailCode })
export type PurchaseClaim = z.infer<typeof PurchaseClaim>
