import { z } from 'zod'
import { CATEGORIES } from '#contracts/categories.ts'

const text = z.string().trim().min(1)
const link = z.url({ protocol: /^https?$/ })

export const SiteSettings = z.object({
  brand: z.object({ name: text, vision: text, mission: text, blurb: text }),
  founder: z.object({
    name: text,
    slug: z.string().regex(/^[a-z0-9]+(-[a-z0-9]+)*$/, 'small letters, digits and hyphens'),
    /** The two lines under the heading of the founder's page */
    lines: z.tuple([text, text]),
    /** A few paragraphs */
    about: z.array(text).min(1),
  }),
  contact: z.object({ phone: text, whatsapp: text, email: z.email(), chatLink: link }),
  hours: z.array(z.object({ days: text, hours: text })).min(1),
  social: z.object({ facebook: link, twitter: link, instagram: link, linkedin: link }).partial(),
  faq: z.array(z.object({ question: text, answer: text })).length(4),
  programs: z
    .array(z.object({ slug: text, title: text, categories: z.array(text).min(1), summary: text }))
    .refine(
      (programs) => CATEGORIES.every((name) => programs.some((program) => program.categories.includes(name))),
      'a program for every category',
    ),
})
export type SiteSettings = z.infer<typeof SiteSettings>

/** Checks the operator's settings. Throws an error that names every bad field. */
export function defineSite(settings: z.input<typeof SiteSettings>): SiteSettings {
  const result = SiteSettings.safeParse(settings)
  if (result.success) return result.data
  throw new Error(
    `Bad settings in site/site.ts:\n${result.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`).join('\n')}`,
  )
}
