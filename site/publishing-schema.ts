import { z } from 'zod'

const text = z.string().trim().min(1)

/** The thirteen services, in the order of a book's life. */
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
  /** Dollars: the lowest price at which it is done */
  from: z.number().positive(),
  time: text,
  includes: z.array(text).min(3),
  /** What it leaves out, said plainly */
  without: text,
})

export const PublishingSettings = z.object({
  stages: z
    .array(Stage)
    .min(1)
    .refine((stages) => {
      const named = stages.flatMap((stage) => stage.services.map((service) => service.name))
      return named.length === PUBLISHING_SERVICES.length && new Set(named).size === named.length
    }, 'each of the thirteen services, once'),
  packages: z.array(Package).length(3),
  /** What is paid for apart from a package */
  apart: z.array(z.object({ what: text, price: text, note: text })).min(1),
  steps: z.array(z.object({ title: text, text })).min(3),
  promises: z.array(z.object({ title: text, text })).min(1),
})
export type PublishingSettings = z.infer<typeof PublishingSettings>

/** Checks what is said about publishing. Throws an error that names every bad field. */
export function definePublishing(settings: z.input<typeof PublishingSettings>): PublishingSettings {
  const result = PublishingSettings.safeParse(settings)
  if (result.success) return result.data
  throw new Error(
    `Bad settings in site/publishing.ts:\n${result.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`).join('\n')}`,
  )
}
