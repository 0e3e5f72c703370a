import { z } from 'zod'
import type { ContactDelivery } from '#contracts/site/contact-choices.ts'
import type { PolicyTexts } from '#contracts/site/policy-texts.ts'
import type { Site } from '#contracts/site/shared-site.ts'
import { define } from '../schema.ts'

const text = z.string().trim().min(1)

/** Name with its description; `code` if the name is rendered as code */
const Fact = z.object({ name: text, text, code: z.boolean().default(false) })

export const Policy = z.object({
  title: text,
  /** Description for search engines and shared links */
  description: text,
  /** Sentence under the title */
  lead: text,
  /** Date of the policy's last change */
  changed: z.iso.date(),
  sections: z
    .array(
      z.object({ title: text, paragraphs: z.array(text).default([]), list: z.array(text).default([]), facts: z.array(Fact).default([]) }),
    )
    .min(2)
    .refine(
      (sections) => sections.every(({ paragraphs, list, facts }) => paragraphs.length + list.length + facts.length > 0),
      'every section needs content below its title',
    ),
})
export type Policy = z.infer<typeof Policy>

/** Facts that policies state: the owner’s published texts, brand and contact details, and settings of the operator. */
export type PolicyFacts = Pick<Site, 'brand' | 'contact'> & {
  delivery: ContactDelivery
  addressLogDays: number
  texts: PolicyTexts
  refundDays: number
}

/** Validates a policy. Throws an error that names the file and every invalid field. */
export function definePolicy(file: string, policy: z.input<typeof Policy>): Policy {
  return define(`texts in ${file}`, Policy)(policy)
}
