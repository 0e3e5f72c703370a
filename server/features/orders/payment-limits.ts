import type { Transaction } from '#server/platform/database/database.ts'
import { digest } from '#server/platform/digest.ts'
import { localPhone } from '#server/platform/gateways/local-phone.ts'
import { networkOf } from '#server/platform/http/network-of.ts'
import { tooManyRequests } from '#server/platform/http/problems.ts'
import type { Met, Tries } from '#server/platform/tries/tries.store.ts'

/** Payments begun from one network. Phones of a whole town may share one. */
const BY_NETWORK = { most: 300, seconds: 600 }
/** Prompts to one phone: a stranger must not wear its owner out until a PIN is entered. */
const TO_PHONE = { most: 12, seconds: 3600 }

/** Counts a payment in the transaction that stores it. @throws ProblemError 429 when it may not be begun */
export type Admit = (transaction: Transaction) => Promise<void>

/** Only what is really begun counts: neither a payment that is under way and asked for again, nor one that is refused. */
export function createPaymentLimits(tries: Tries) {
  return ({ address, phone }: { address: string; phone?: string | undefined }): Admit => {
    const network = { key: `payment from ${networkOf(address)}`, ...BY_NETWORK }
    const prompt = phone && { key: `prompt to ${digest(localPhone(phone))}`, ...TO_PHONE }
    return async (transaction) => {
      const { met } = await tries.count([network, ...(prompt ? [prompt] : [])], transaction)
      if (met) throw tooManyPayments(met, met.key === network.key ? 'over this network, perhaps by others' : 'with this phone number')
    }
  }
}

function tooManyPayments({ waitSeconds }: Met, whose: string) {
  return tooManyRequests(`Many payments were begun ${whose}`, waitSeconds, { detail: 'Nothing was charged by this.' })
}
