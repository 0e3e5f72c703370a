import type { Transaction } from '#server/platform/database/database.ts'
import { digest } from '#server/platform/digest.ts'
import { localPhone } from '#server/platform/gateways/local-phone.ts'
import { tooManyRequests } from '#server/platform/problems.ts'
import { limitsByNetwork } from '#server/platform/rate-limits/limits-by-network.ts'
import type { ExceededLimit, RateLimits } from '#server/platform/rate-limits/rate-limits.store.ts'

/** Payments begun from one network. Phones of a whole town may share one. */
const BY_NETWORK = { max: 300, seconds: 600 }
/** Prompts to one phone: a stranger must not wear its owner out until a PIN is entered. */
const TO_PHONE = { max: 12, seconds: 3600 }

/** Counts a payment in the transaction that stores it. @throws ProblemError 429 when it may not be begun */
export type Admit = (transaction: Transaction) => Promise<void>

/** Only what is really begun counts: neither a payment that is under way and asked for again, nor one that is refused. */
export function createPaymentLimits(tries: RateLimits) {
  return ({ address, phone }: { address: string; phone?: string | undefined }): Admit => {
    const networks = limitsByNetwork('payment from', address, BY_NETWORK)
    const prompt = phone && { key: `prompt to ${digest(localPhone(phone))}`, ...TO_PHONE }
    return async (transaction) => {
      const { exceeded } = await tries.count([...networks, ...(prompt ? [prompt] : [])], transaction)
      if (exceeded)
        throw tooManyPayments(
          exceeded,
          prompt && exceeded.key === prompt.key ? 'with this phone number' : 'over this network, perhaps by others',
        )
    }
  }
}

function tooManyPayments({ waitSeconds }: ExceededLimit, whose: string) {
  return tooManyRequests(`Many payments were begun ${whose}`, waitSeconds, { detail: 'Nothing was charged by this.' })
}
