import type { OrderRow } from '../orders.store.ts'

/** The person to whom the copy of an order belongs. */
export type Beneficiary = {
  /** Email address in lower case; null until the buyer enters one */
  email: string | null
  /** Browsers that are known to belong to the person before the copy is made */
  clients: string[]
}

/** Returns the beneficiary of an order: its buyer. */
export function beneficiaryOf({ email, clientDigest }: Pick<OrderRow, 'email' | 'clientDigest'>): Beneficiary {
  return { email, clients: clientDigest === null ? [] : [clientDigest] }
}
