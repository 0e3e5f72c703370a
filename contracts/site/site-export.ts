import { z } from 'zod'

/** Format identifier of an exported site, which distinguishes the file from other JSON files. */
export const SITE_EXPORT_FORMAT = 'lectern-site'
/** Size limit of an imported file. Texts need about 50 KB; the remainder is for pictures, which have up to 3 MB each. */
export const SITE_EXPORT_BYTES = 64 * 1024 * 1024

/** Exported site: the published texts, settings and pictures in one file. Exports of identical content are identical. */
export const SiteExport = z.object({
  format: z.literal(SITE_EXPORT_FORMAT, { error: 'This is not an exported site.' }),
  version: z.literal(1, { error: 'The file was exported by a newer version.' }),
  sections: z.record(z.string(), z.unknown(), { error: 'The file has no sections.' }),
  files: z
    .record(z.string(), z.string())
    .default({})
    .meta({ description: 'Picture files as Base64, by the file names that the sections contain' }),
})
export type SiteExport = z.infer<typeof SiteExport>

/** Result of a site import, for each section of the file. */
export const SiteImported = z.object({
  sections: z.array(
    z.object({
      name: z.string(),
      title: z.string(),
      outcome: z
        .enum(['draft', 'same'])
        .meta({ description: 'draft: the imported content is now a draft; same: the imported content is already published' }),
    }),
  ),
})
export type SiteImported = z.infer<typeof SiteImported>
