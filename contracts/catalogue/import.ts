import { z } from 'zod'
import { plainText } from '#contracts/common/list.ts'
import { FieldError } from '#contracts/common/problem.ts'
import { UploadId } from '#contracts/common/upload.ts'

/** Largest number of files of one import: a table, and the files that it names. */
export const IMPORT_FILES = 1000

/** An import of books or episodes from a table in CSV and the files that it names, all uploaded before. */
export const ImportRequest = z.object({
  files: z
    .array(z.object({ name: plainText(255).min(1), upload: UploadId }))
    .min(1)
    .max(IMPORT_FILES, `Choose at most ${IMPORT_FILES} files.`),
  dryRun: z.boolean().meta({ description: 'Whether the table is only checked' }),
  skipBad: z.boolean().meta({ description: 'Whether correct rows are imported although others are not' }),
})
export type ImportRequest = z.infer<typeof ImportRequest>

export const ImportReport = z.object({ rows: z.int(), bad: z.int(), known: z.int(), added: z.int() })
export type ImportReport = z.infer<typeof ImportReport>

/** A line of the response, which is sent while the import runs. */
export const ImportEvent = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('row'),
    row: z.int().meta({ description: 'Number of the row in a spreadsheet, where the header is row 1' }),
    title: z.string(),
    outcome: z.enum(['bad', 'known', 'added', 'locked']).meta({
      description: '`known` rows exist already and are skipped; the PDF of a `locked` row opens only with a password',
    }),
    problems: z.array(FieldError),
  }),
  z.object({ type: z.literal('progress'), report: ImportReport }),
  z.object({ type: z.literal('done'), report: ImportReport }),
  z.object({ type: z.literal('failed'), message: z.string() }),
])
export type ImportEvent = z.infer<typeof ImportEvent>
