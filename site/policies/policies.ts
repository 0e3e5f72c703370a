import type { Policy, PolicyFacts } from './policy-schema.ts'
import { writePrivacy } from './privacy.ts'
import { writeRefunds } from './refunds.ts'
import { writeTerms } from './terms.ts'

/** Terms, privacy and refunds, by the path of their route. Only loaders import them, so that their texts are in no script. */
export const policies: Record<string, (facts: PolicyFacts) => Policy> = {
  terms: writeTerms,
  privacy: writePrivacy,
  refunds: writeRefunds,
}
