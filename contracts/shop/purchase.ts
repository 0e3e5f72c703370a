import { z } from 'zod'
import { email, emailCode } from '#contracts/common/email.ts'
import { ClientId } from './access.ts'
import { OrderedProduct } from './product.ts'

export const Purchase = z.object({
  orderId: z.string(),
  product: OrderedProduct,
  boughtAt: z.iso.datetime().meta({ description: 'Time of the payment or manual grant' }),
  receiptNumber: z.int().nullable().meta({ description: 'Negative for trial payments' }),
  available: z
    .boolean()
    .meta({ description: 'Whether the item can be opened; false if the item was removed or the purchase was refunded' }),
  refundedAt: z.iso.datetime().nullable().meta({ description: 'Time of the refund; null while the buyer has access' }),
})
export type Purchase = z.infer<typeof Purchase>

export const Purchases = z.object({ purchases: z.array(Purchase) })

/** Payment that this browser has started and not finished. Its order's page shows the way on. */
export const OpenPurchase = z.object({
  orderId: z.string(),
  product: OrderedProduct,
  startedAt: z.iso.datetime(),
  state: z.enum(['open', 'processing']).meta({ description: '“open” while the buyer can still pay; “processing” while the bank decides' }),
})
export type OpenPurchase = z.infer<typeof OpenPurchase>

export const BrowserPurchases = Purchases.extend({ open: z.array(OpenPurchase) })

/** Request to email a code that gives access to purchases. The response does not reveal whether the address is known. */
export const PurchaseCodeRequest = z.object({ email, clientId: ClientId })
export type PurchaseCodeRequest = z.infer<typeof PurchaseCodeRequest>

/** Claim that gives a browser access to all purchases of an email address, verified by an emailed code. */
export const PurchaseClaim = z.object({ email, clientId: ClientId, code: emailCode })
export type PurchaseClaim = z.infer<typeof PurchaseClaim>
