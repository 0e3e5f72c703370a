import { z } from 'zod'

/** Name that the file of an exported site begins with, so that no other JSON file is taken for one. */
export const SITE_EXPORT_FORMAT = 'lectern-site'
/** Size limit of an imported file. Its texts take about 50 KB; the rest is for pictures, of which each takes up to three megabytes. */
export const SITE_EXPORT_BYTES = 64 * 1024 * 1024

/** The published texts, settings and pictures of a site as one file. Exports of the same content are identical. */
export const SiteExport = z.object({
  format: z.literal(SITE_EXPORT_FORMAT, { error: 'This is not an exported site.' }),
  version: z.literal(1, { error: 'The file was exported by a newer version.' }),
  sections: z.record(z.string(), z.unknown(), { error: 'The file has no sections.' }),
  files: z
    .record(z.string(), z.string())
    .default({})
    .meta({ description: 'Files of the pictures as Base64, by the names that the sections contain' }),
})
export type SiteExport = z.infer<typeof SiteExport>

/** Result of an import for each section of the file. */
export const SiteImported = z.object({
  sections: z.array(
    z.object({
      name: z.string(),
      title: z.string(),
      outcome: z.enum(['draft', 'same']).meta({ description: 'draft: its content is a draft now; same: it is already published' }),
    }),
  ),
})
export type SiteImported = z.infer<typeof SiteImported>
