import { chapterProblem } from '#contracts/catalogue/chapter.ts'
import type { FieldError } from '#contracts/common/problem.ts'
import { formatDuration, parseDuration, withHours } from '#contracts/listening/duration.ts'
import type { MediaLimits } from '#server/media/media.ts'
import { prepareEpub } from '#server/media/processing/prepare-epub.ts'
import { checkImage } from '#server/media/processing/prepare-image.ts'
import { preparePdf } from '#server/media/processing/prepare-pdf.ts'
import { prepareTranscript } from '#server/media/processing/prepare-transcript.ts'
import { checkLocalFile } from '#server/media/upload/local-files.ts'
import type { FileRule, UploadedFile } from '#server/media/upload/receive-file.ts'
import { invalidRequest, ProblemError } from '#server/platform/problems.ts'
import { identify } from './identity.ts'
import type { ItemService } from './item-service.ts'
import { locateFile, type MediaFolder } from './locate-file.ts'
import type { SheetRow } from './read-sheet.ts'
import { filesOf, type Sheet, textsOf } from './sheets.ts'

export type CheckedRow = { problems: FieldError[]; identity: string | undefined; slug: string | undefined }

/** Checks all fields and files of a row for problems that the form for new items would report. Publishes nothing. */
export async function checkRow(
  row: SheetRow,
  sheet: Sheet,
  { folder, limits, service }: { folder: MediaFolder; limits: MediaLimits; service: Pick<ItemService, 'inspectRecording' | 'checkNew'> },
): Promise<CheckedRow> {
  const { problems, attempt } = collectProblems(row)
  const fields = await attempt(() => service.checkNew(textsOf(sheet, row.fields)) as Record<string, unknown>)
  let sha256: string | undefined
  for (const rule of filesOf(sheet, row.fields, limits)) {
    const file = await attempt(() => checkFile(row.fields[rule.field] ?? '', folder, rule, { limits, service }))
    if (!sheet.content.columns.some((column) => column === rule.field)) continue
    sha256 ??= file?.sha256
    await attempt(() => checkChapters(fields, file?.durationSeconds))
    await attempt(() => checkHours(row, file?.durationSeconds))
  }
  const identity = fields && sha256 ? identify(String(fields.title), String(fields[sheet.maker]), sha256) : undefined
  return { problems, identity, slug: fields?.slug as string | undefined }
}

/** Collects the problems of a row: that of surplus cells, and those thrown by the checks passed to `attempt`. */
export function collectProblems(row: SheetRow) {
  const problems: FieldError[] = row.surplus ? [{ field: '', message: 'The row has more cells than the table has columns.' }] : []
  const attempt = async <Result>(check: () => Result | Promise<Result>): Promise<Result | undefined> => {
    try {
      return await check()
    } catch (error) {
      if (!(error instanceof ProblemError)) throw error
      problems.push(...problemsOf(error))
      return undefined
    }
  }
  return { problems, attempt }
}

export function problemsOf(error: ProblemError): FieldError[] {
  return error.errors ?? [{ field: '', message: error.message }]
}

/** Checks the chapters against the duration in the table, or otherwise against the duration of the recording. */
function checkChapters(fields: Record<string, unknown> | undefined, durationSeconds: number | undefined) {
  const { chapters, duration = durationSeconds && formatDuration(durationSeconds) } = fields ?? {}
  const message = typeof chapters === 'string' && typeof duration === 'string' && chapterProblem(chapters, duration)
  if (message) throw invalidRequest([{ field: 'chapters', message }])
}

/** Refuses a duration that a spreadsheet saved as hours and minutes, compared with the seconds of the recording. */
export function checkHours({ fields: { duration = '' } }: Pick<SheetRow, 'fields'>, seconds: number | undefined): void {
  const stated = duration.trim()
  if (!/^\d+:\d\d:00$/.test(stated) || seconds === undefined || Math.abs(parseDuration(stated) / 60 - seconds) >= 1) return
  const meant = withHours(formatDuration(seconds))
  throw invalidRequest([
    {
      field: 'duration',
      message: `A spreadsheet has made hours of the minutes: the recording lasts ${meant}, not ${stated}. Enter ${meant}.`,
    },
  ])
}

export type FileChecks = { limits: MediaLimits; service: Pick<ItemService, 'inspectRecording'> }

/** Checks a file that a row names, with the rules of the form. */
export async function checkFile(name: string, folder: MediaFolder, rule: FileRule & { field: string }, checks: FileChecks) {
  const path = await locateFile(folder, name, rule.field)
  const file = await checkLocalFile(path, { ...rule, filename: name })
  return { ...file, durationSeconds: await openFile(file, rule, checks) }
}

/** Opens a file to check its content. Returns the duration in seconds if the file is a recording. */
async function openFile(file: UploadedFile, { format }: FileRule, { limits, service }: FileChecks): Promise<number | undefined> {
  if (format === 'image') await checkImage(file, { pixelLimit: limits.imagePixels })
  else if (format === 'epub') await prepareEpub(file, { preview: false })
  else if (format === 'pdf') await preparePdf(file, { preview: false })
  else if (format === 'transcript') await prepareTranscript(file)
  else if (format === 'audio') return (await service.inspectRecording?.(file))?.durationSeconds
  return undefined
}
