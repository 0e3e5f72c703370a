import { z } from 'zod'
import { CATEGORIES } from '#contracts/categories.ts'
import { type Program, programColours } from './art/program-colours.ts'

const text = z.string().trim().min(1)
/** As people write it; links use its digits. */
const telephone = text.regex(/^\+?\d(?: ?\d){6,14}$/, 'a telephone number: digits and spaces, with a + before them if you like')
/** The programs that have a page: each has texts in program-texts.ts and its own art */
const slugs = Object.keys(programColours) as [Program, ...Program[]]
const link = z.url({ protocol: /^https?$/ })

export const SiteSettings = z.object({
  brand: z.object({ name: text, vision: text, mission: text, blurb: text }),
  founder: z.object({
    name: text,
    slug: z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'small letters, digits and hyphens'),
  }),
  contact: z.object({ phone: telephone, whatsapp: telephone, email: z.email(), chatLink: link }),
  hours: z.array(z.object({ days: text, hours: text })).min(1),
  social: z.object({ facebook: link, twitter: link, instagram: link, linkedin: link }).partial(),
  /** How many of a priced book's first pages anybody may read: a share, but not fewer nor more than so many. Read when a book is saved */
  preview: z
    .object({ percent: z.number().positive().max(50), least: z.int().min(1), most: z.int().min(1) })
    .refine(({ least, most }) => least <= most, 'least is no more than most'),
  programs: z
    .array(z.object({ slug: z.enum(slugs), title: text, categories: z.array(text).min(1), summary: text }))
    .refine(
      (programs) => programs.length === slugs.length && slugs.every((name) => programs.some(({ slug }) => slug === name)),
      `each of the ${slugs.length} programs, once`,
    )
    .refine(
      (programs) => CATEGORIES.every((name) => programs.some((program) => program.categories.includes(name))),
      'a program for every category',
    ),
})
export type SiteSettings = z.infer<typeof SiteSettings>

const FounderTexts = z.object({
  /** The two lines under the heading of the founder's page */
  lines: z.tuple([text, text]),
  /** A few paragraphs */
  about: z.array(text).min(1),
})
const Faq = z.array(z.object({ question: text, answer: text })).length(4)

/** Checks the operator's settings. Throws an error that names every bad field. */
export function defineSite(settings: z.input<typeof SiteSettings>): SiteSettings {
  return check('site/site.ts', SiteSettings, settings)
}

/** Checks the operator's four questions and answers. Throws an error that names every bad field. */
export function defineFaq(questions: z.input<typeof Faq>): z.infer<typeof Faq> {
  return check('site/faq.ts', Faq, questions)
}

/** Checks what the founder's page says. Throws an error that names every bad field. */
export function defineFounderTexts(texts: z.input<typeof FounderTexts>): z.infer<typeof FounderTexts> {
  return check('site/founder-texts.ts', FounderTexts, texts)
}

function check<Output>(file: string, schema: z.ZodType<Output>, settings: unknown): Output {
  const result = schema.safeParse(settings)
  if (result.success) return result.data
  throw new Error(
    `Bad settings in ${file}:\n${result.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`).join('\n')}`,
  )
}
