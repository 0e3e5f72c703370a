import { z } from 'zod'

const Saved = z.object({ by: z.string().nullable(), at: z.iso.datetime() })

/** State of a content section. `published` is null while the section has the default content. */
export const SectionState = z.object({
  name: z.string(),
  title: z.string(),
  published: Saved.extend({ version: z.int() }).nullable(),
  draft: Saved.nullable(),
  /** Whether the published content is invalid, for example after a restore of old data. Pages then use the default content */
  invalid: z.boolean(),
})
export type SectionState = z.infer<typeof SectionState>

/** Content section in the form of the admin area. */
export const EditedSection = SectionState.extend({
  /** JSON Schema of the content, with titles and descriptions of its fields */
  schema: z.record(z.string(), z.unknown()),
  /** Draft of the section, or the published content if there is no draft */
  content: z.unknown(),
  /** Published content of the section, or the default content */
  publishedContent: z.unknown(),
})
export type EditedSection = z.infer<typeof EditedSection>

export const SectionDraft = z.object({
  content: z.unknown(),
  /** Time (`at`) of the draft on which the changes are based; null if there was no draft */
  basedOn: z.iso.datetime().nullable(),
  /** Published version on which the changes are based; 0 for the default content. If omitted, a newer published version is no conflict */
  basedOnVersion: z.int().min(0).optional(),
})
export type SectionDraft = z.infer<typeof SectionDraft>

/** Page to render with unsaved content of a section. */
export const PagePreviewRequest = z.object({
  content: z.unknown(),
  path: z
    .string()
    .max(200)
    .regex(/^\/[\w-]*(\/[\w-]+)*$/)
    .refine((path) => !/^\/(api|admin)\b/.test(path))
    .meta({ description: 'Path of a public page' }),
})
export type PagePreviewRequest = z.infer<typeof PagePreviewRequest>

/** Document of a page, for a frame. It has no scripts. */
export const PagePreview = z.object({ html: z.string() })
export type PagePreview = z.infer<typeof PagePreview>

/** Published version of a section. Version 0 is the default content. */
export const SectionVersion = Saved.extend({ at: z.iso.datetime().nullable(), version: z.int(), content: z.unknown() })
export type SectionVersion = z.infer<typeof SectionVersion>

/** Link to a preview of all drafts of the site, or of one unpublished item. The URL fragment is the preview token. */
export const PreviewLink = z.object({ url: z.url(), expiresAt: z.iso.datetime() })
export type PreviewLink = z.infer<typeof PreviewLink>

export const PreviewToken = z.object({ token: z.string().max(300) })

export const PreviewStart = z.object({ path: z.string().meta({ description: 'Path of the page that the preview link opens' }) })
