import { OFFLINE_DAYS, UNUSED_ORDER_HOURS } from '#contracts/admin/retention.ts'
import { fillPlaceholders, type PolicyTexts } from '#contracts/site/policy-texts.ts'
import { definePolicy, type Policy, type PolicyFacts } from './policy-schema.ts'
import { writePrivacy } from './privacy.ts'

/** Terms, privacy and refund policies, by the path of their route. Only loaders import this module, so browsers do not load its texts. */
export const policies: Record<string, (facts: PolicyFacts) => Policy> = {
  terms: (facts) =>
    define('terms', facts, {
      title: 'Terms',
      description: `What you get when you buy a book or an episode at ${facts.brand.name}, what it costs, and what we ask of you.`,
    }),
  privacy: (facts) => {
    const { changed, ...software } = writePrivacy(facts)
    const { lead, sections } = ownersPart('privacy', facts)
    const all = software.sections.flatMap((section) => (section.title === 'For administrators' ? [...sections, section] : [section]))
    const later = [changed, facts.texts.changed].sort().at(-1) ?? changed
    return definePolicy('site/policies/privacy.ts', { ...software, lead, changed: later, sections: all })
  },
  refunds: (facts) =>
    define('refunds', facts, {
      title: 'Refunds',
      description: `When ${facts.brand.name} gives your money back, how to ask for it, and how long it takes.`,
    }),
}

function define(name: 'terms' | 'refunds', facts: PolicyFacts, { title, description }: { title: string; description: string }) {
  const { lead, sections } = ownersPart(name, facts)
  return definePolicy('site/policies/policy-texts.ts', { title, description, changed: facts.texts.changed, lead, sections })
}

/** Returns the owner's texts of a policy, with their placeholders filled. */
function ownersPart(name: keyof Omit<PolicyTexts, 'changed'>, { brand, contact, texts, refundDays }: PolicyFacts) {
  const values = {
    name: brand.name,
    email: contact.email,
    phone: contact.phone,
    whatsapp: contact.whatsapp,
    refundDays: String(refundDays),
    orderHours: String(UNUSED_ORDER_HOURS),
    offlineDays: String(OFFLINE_DAYS),
  }
  const fill = (text: string) => fillPlaceholders(text, values)
  const { lead, parts } = texts[name]
  return {
    lead: fill(lead),
    sections: parts.map(({ title, paragraphs, list }) => ({ title, paragraphs: paragraphs.map(fill), list: list.map(fill) })),
  }
}
