import { z } from 'zod'
import { CATEGORIES } from '#contracts/catalogue/categories.ts'
import { email } from '#contracts/common/email.ts'
import { type Program, programColours } from './art/program-colours.ts'

const text = z.string().trim().min(1)
/** As typed by the operator; links use its digits. */
const telephone = text.regex(/^\+?\d(?: ?\d){6,14}$/, 'must be a telephone number: digits and spaces, optionally with a leading +')
/** Programs with a page: each has texts in program-texts.ts and its own art */
const slugs = Object.keys(programColours) as [Program, ...Program[]]
const link = z.url({ protocol: /^https?$/ })

const SiteSettings = z.object({
  brand: z.object({ name: text, vision: text, mission: text, blurb: text }),
  founder: z.object({
    name: text,
    slug: z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'must consist of lower-case letters, digits and hyphens'),
  }),
  contact: z.object({ phone: telephone, whatsapp: telephone, email, chatLink: link }),
  hours: z.array(z.object({ days: text, hours: text })).min(1),
  social: z.object({ facebook: link, twitter: link, instagram: link, linkedin: link }).partial(),
  /** Preview of a priced book: a share of its pages, between a minimum and a maximum number. Applied when a book is saved */
  preview: z
    .object({ percent: z.number().positive().max(50), least: z.int().min(1), most: z.int().min(1) })
    .refine(({ least, most }) => least <= most, 'least must not be greater than most'),
  /** Podcast details for directories; the cover is site/art/podcast-cover.jpg */
  podcast: z.object({
    title: text,
    description: text.max(4000),
    /** Language tag such as en, or pt-BR */
    language: text.regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/, 'must be a language tag, such as en'),
    /** Category and subcategory of Apple Podcasts: https://podcasters.apple.com/support/1691-apple-podcasts-categories */
    category: text,
    subcategory: text.optional(),
    /** Priced episodes in feeds: their first minute with a link to the shop, or none */
    priced: z.enum(['preview', 'hidden']),
  }),
  programs: z
    .array(z.object({ slug: z.enum(slugs), title: text, categories: z.array(text).min(1), summary: text }))
    .refine(
      (programs) => programs.length === slugs.length && slugs.every((name) => programs.some(({ slug }) => slug === name)),
      `must list each of the ${slugs.length} programs exactly once`,
    )
    .refine(
      (programs) => CATEGORIES.every((name) => programs.some((program) => program.categories.includes(name))),
      'every category needs a program',
    ),
})
export type SiteSettings = z.infer<typeof SiteSettings>

const FounderTexts = z.object({
  /** Two lines under the heading of the founder's page */
  lines: z.tuple([text, text]),
  about: z.array(text).min(1),
})
const Faq = z.array(z.object({ question: text, answer: text })).length(4)

const ProgramTexts = z.record(
  z.enum(slugs),
  z.object({
    /** Two lines under the page's title */
    lines: z.tuple([text, text]),
    /** Paragraphs; the first is set in large type */
    intro: z.array(text).min(2).max(3),
    /** Intended audience, one line each */
    forWhom: z.array(text).min(2).max(5),
    /** Steps of a session, in order */
    session: z.array(z.object({ title: text, text })).length(3),
    /** Last section, beside the chat link */
    invitation: z.object({ title: text, text, button: text }),
  }),
)

/** The thirteen services, in the order of a book's production. */
const PUBLISHING_SERVICES = [
  'Manuscript evaluation',
  'Content strategy',
  'Editing',
  'Proofreading',
  'Design and formatting',
  'ISBN registration',
  'Copyright registration',
  'Printing and distribution',
  'E-book conversion',
  'Marketing',
  'Author platform',
  'Reviews',
  'Sales analytics',
] as const

const Service = z.object({ name: z.enum(PUBLISHING_SERVICES), description: text })
const Stage = z.object({ title: text, summary: text, services: z.array(Service).min(1) })
const Package = z.object({
  name: text,
  for: text,
  /** Lowest price, in dollars */
  from: z.number().positive(),
  time: text,
  includes: z.array(text).min(3),
  /** Exclusions of the package, in plain words */
  without: text,
})

const PublishingSettings = z.object({
  stages: z
    .array(Stage)
    .min(1)
    .refine((stages) => {
      const named = stages.flatMap((stage) => stage.services.map((service) => service.name))
      return named.length === PUBLISHING_SERVICES.length && new Set(named).size === named.length
    }, 'must list each of the thirteen services exactly once'),
  packages: z.array(Package).length(3),
  apart: z.array(z.object({ what: text, price: text, note: text })).min(1),
  steps: z.array(z.object({ title: text, text })).min(3),
  promises: z.array(z.object({ title: text, text })).min(1),
})
export type PublishingSettings = z.infer<typeof PublishingSettings>

export const defineSite = define('settings in site/site.ts', SiteSettings)
export const defineFaq = define('settings in site/faq.ts', Faq)
export const defineFounderTexts = define('settings in site/founder-texts.ts', FounderTexts)
export const defineProgramTexts = define('texts in site/program-texts.ts', ProgramTexts)
export const definePublishing = define('texts in site/publishing.ts', PublishingSettings)

/** Returns a function that validates the operator's settings, and throws an error that names every invalid field. */
export function define<Schema extends z.ZodType>(what: string, schema: Schema) {
  return (written: z.input<Schema>): z.output<Schema> => {
    const result = schema.safeParse(written)
    if (result.success) return result.data
    throw new Error(`Invalid ${what}:\n${result.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`).join('\n')}`)
  }
}
