import type { ContactDelivery } from '#contracts/site/contact-choices.ts'
import type { Policy } from './policy-schema.ts'
import { writePrivacy } from './privacy.ts'
import { refunds } from './refunds.ts'
import { terms } from './terms.ts'

/** Terms, privacy and refunds, by the path of their route. Only loaders import them, so that their texts are in no script. */
export const policies: Record<string, (facts: { delivery: ContactDelivery }) => Policy> = {
  terms: () => terms,
  privacy: writePrivacy,
  refunds: () => refunds,
}
