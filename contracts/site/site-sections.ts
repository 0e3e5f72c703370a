import { z } from 'zod'

const Saved = z.object({ by: z.string().nullable(), at: z.iso.datetime() })

/** State of a section. `published` is null while the section has the content of a new installation. */
export const SectionState = z.object({
  name: z.string(),
  title: z.string(),
  published: Saved.extend({ version: z.int() }).nullable(),
  draft: Saved.nullable(),
  /** Whether the published content is not valid, after a restore of old data for example; pages then have the default content */
  invalid: z.boolean(),
})
export type SectionState = z.infer<typeof SectionState>

/** A section in the form of the admin area. */
export const EditedSection = SectionState.extend({
  /** JSON Schema of the content, with titles and descriptions of its fields */
  schema: z.record(z.string(), z.unknown()),
  /** The draft, or else the published content */
  content: z.unknown(),
  /** The published content, or that of a new installation */
  publishedContent: z.unknown(),
})
export type EditedSection = z.infer<typeof EditedSection>

export const SectionDraft = z.object({
  content: z.unknown(),
  /** `at` of the draft that was edited; null when there was none */
  basedOn: z.iso.datetime().nullable(),
  /** Published version when the section was opened, 0 for that of a new installation. Without it, a newer one is no conflict */
  basedOnVersion: z.int().min(0).optional(),
})
export type SectionDraft = z.infer<typeof SectionDraft>

/** Published version. Version 0 is the content of a new installation. */
export const SectionVersion = Saved.extend({ at: z.iso.datetime().nullable(), version: z.int(), content: z.unknown() })
export type SectionVersion = z.infer<typeof SectionVersion>

/** Link to a preview of all drafts of the site, or of one unpublished item. Its fragment is the token. */
export const PreviewLink = z.object({ url: z.url(), expiresAt: z.iso.datetime() })
export type PreviewLink = z.infer<typeof PreviewLink>

export const PreviewToken = z.object({ token: z.string().max(300) })

export const PreviewStart = z.object({ path: z.string().meta({ description: 'Path of the page that the link is for' }) })
