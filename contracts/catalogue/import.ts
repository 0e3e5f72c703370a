import { z } from 'zod'
import { plainText } from '#contracts/common/list.ts'
import { FieldError } from '#contracts/common/problem.ts'
import { UploadId } from '#contracts/common/upload.ts'

/** Maximum number of files in one import: a table, and the files that the table names. */
export const IMPORT_FILES = 1000

/** Import request for books or episodes: a CSV table and the files that the table names, all uploaded beforehand. */
export const ImportRequest = z.object({
  files: z
    .array(z.object({ name: plainText(255).min(1), upload: UploadId }))
    .min(1)
    .max(IMPORT_FILES, `Choose at most ${IMPORT_FILES} files.`),
  dryRun: z.boolean().meta({ description: 'Whether the table is only checked, without importing its rows' }),
  skipBad: z.boolean().meta({ description: 'Whether correct rows are imported even if other rows have errors' }),
})
export type ImportRequest = z.infer<typeof ImportRequest>

export const ImportReport = z.object({
  rows: z.int(),
  bad: z.int(),
  known: z.int().meta({ description: 'Rows whose item exists and does not differ, and rows that repeat a row above' }),
  added: z.int(),
  changed: z.int(),
})
export type ImportReport = z.infer<typeof ImportReport>

/** Event of a running import, sent as one line of the streamed response. */
export const ImportEvent = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('row'),
    row: z.int().meta({ description: 'Row number in a spreadsheet, where the header is row 1' }),
    title: z.string(),
    outcome: z.enum(['bad', 'known', 'differs', 'added', 'changed', 'locked']).meta({
      description:
        '`known` rows exist already, or repeat a row above, and are skipped; a row that `differs` from the item with its slug changes this item; the PDF of a `locked` row opens only with a password',
    }),
    changes: z
      .array(z.object({ field: z.string(), from: z.string(), to: z.string() }))
      .optional()
      .meta({ description: 'Differences of a row that `differs`. Long texts are shortened to where they differ' }),
    problems: z.array(FieldError),
    repeats: z
      .int()
      .optional()
      .meta({ description: 'Number of the earlier row with the same item, for a `known` row whose item is not published yet' }),
  }),
  z.object({ type: z.literal('progress'), report: ImportReport }),
  z.object({ type: z.literal('done'), report: ImportReport }),
  z.object({ type: z.literal('failed'), message: z.string() }),
])
export type ImportEvent = z.infer<typeof ImportEvent>
