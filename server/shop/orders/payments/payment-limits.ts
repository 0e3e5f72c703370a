import { digest } from '#server/platform/digest.ts'
import { tooManyRequests } from '#server/platform/problems.ts'
import { limitsByNetwork } from '#server/platform/rate-limits/limits-by-network.ts'
import type { RateLimits } from '#server/platform/rate-limits/rate-limits.store.ts'
import { localPhone } from '#server/shop/gateways/local-phone.ts'
import type { PaymentGuard } from '#server/shop/orders/order-deps.ts'

/** Rate limit for payments from one network, which the phones of a whole town may share. */
const BY_NETWORK = { max: 300, seconds: 600 }
/** Rate limit for payment prompts to one phone, so that a stranger can't pester the phone's owner into entering the PIN. */
const TO_PHONE = { max: 12, seconds: 3600 }

/** Limit of browsers that claim an order by its link, because each browser is stored as a holder and updated whenever the order changes. */
const BY_LINK = { max: 60, seconds: 86_400 }

export function createLinkLimit(rateLimits: RateLimits) {
  return async (orderId: string): Promise<void> => {
    const { exceeded } = await rateLimits.count([{ key: `link of ${orderId}`, ...BY_LINK }])
    if (!exceeded) return
    const detail = 'It works again later. You can also find your purchases with your email address and a code.'
    throw tooManyRequests('This link was opened in too many browsers', exceeded.waitSeconds, { detail })
  }
}

/** Creates the rate limits for new payment attempts by network and phone number. Resumed and refused attempts do not count. */
export function createPaymentLimits(rateLimits: RateLimits) {
  return ({ ip, phone }: { ip: string; phone?: string }): PaymentGuard => {
    const networks = limitsByNetwork('payment from', ip, BY_NETWORK)
    const prompt = phone ? { key: `prompt to ${digest(localPhone(phone))}`, ...TO_PHONE } : undefined
    return async () => {
      const counted = await rateLimits.count([...networks, ...(prompt ? [prompt] : [])])
      const { exceeded } = counted
      if (!exceeded) return { forget: () => rateLimits.forget(counted.id) }
      const where = exceeded.key === prompt?.key ? 'with this phone number' : 'from this network, perhaps by other people'
      const detail = 'Nothing was charged.'
      return { refusal: tooManyRequests(`Too many payments were started ${where}`, exceeded.waitSeconds, { detail }) }
    }
  }
}
