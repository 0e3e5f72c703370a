import type { z } from 'zod'
import { Collections } from '#contracts/site/collections.ts'
import { PolicyTexts } from '#contracts/site/policy-texts.ts'
import { Faq, FounderTexts, ProgramTexts, PublishingSettings, SiteSettings, Subjects } from '#contracts/site/site-content.ts'
import { Wording } from '#contracts/site/wording.ts'

export const defineSite = define('settings in site/site.ts', SiteSettings)
export const defineFaq = define('settings in site/faq.ts', Faq)
export const defineSubjects = define('settings in site/subjects.ts', Subjects)
export const defineCollections = define('settings in site/collections.ts', Collections)
export const defineFounderTexts = define('settings in site/founder-texts.ts', FounderTexts)
export const defineProgramTexts = define('texts in site/program-texts.ts', ProgramTexts)
export const definePolicyTexts = define('texts in site/policies/policy-texts.ts', PolicyTexts)
export const defineWording = define('texts in site/wording.ts', Wording)
export const definePublishing = define('texts in site/publishing.ts', PublishingSettings)

/** Returns a function that validates the operator's settings, and throws an error that names every invalid field. */
export function define<Schema extends z.ZodType>(what: string, schema: Schema) {
  return (written: z.input<Schema>): z.output<Schema> => {
    const result = schema.safeParse(written)
    if (result.success) return result.data
    throw new Error(`Invalid ${what}:\n${result.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`).join('\n')}`)
  }
}
