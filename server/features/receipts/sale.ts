import type { ProductKind } from '#contracts/access.ts'
import type { Amount, AppliedRate } from '#contracts/order.ts'
import type { GatewayName } from '#contracts/payment.ts'

/** What a receipt is for. */
export type Sale = {
  orderId: string
  product: { kind: ProductKind; id: string; title: string }
  amount: Amount
  /** US cents */
  priceMinor: number
  rate: AppliedRate | null
  gateway: GatewayName
  gatewayReference: string | null
  paidAt: Date
}

/** Who sells. */
export type Seller = { name: string; email: string; phone: string }
