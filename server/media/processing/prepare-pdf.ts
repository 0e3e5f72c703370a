import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { UploadedPdf } from '#contracts/common/upload.ts'
import { asFault, InvalidFileError, unlessAtFault } from '#server/media/file-errors.ts'
import { type PreviewRule, previewLength } from '#server/media/preview-length.ts'
import { runSandboxTask } from '#server/media/sandbox/sandbox.ts'
import type { PreparedPdf } from '#server/media/store/media-asset.ts'
import type { UploadedFile } from '#server/media/upload/receive-file.ts'
import { extractPreview } from './extract-preview.ts'
import { preparedOriginal, prepareWritten, refuseFor } from './prepared-file.ts'

/** Time limit for writing a repaired copy of a large PDF. */
const WRITING_MS = 20_000
const UNUSABLE = 'This PDF can’t be used. '

/**
 * Counts the pages of a PDF, and repairs a file in which PDF readers would miss pages. With `preview`, the first pages are extracted as
 * well, if possible. Files are written to `folder`, by default that of the uploaded file, which is not moved. Throws a problem (400) for
 * the field.
 */
export async function preparePdf(
  file: UploadedFile,
  { folder = dirname(file.path), preview, rule }: { folder?: string; preview: boolean; rule?: PreviewRule },
): Promise<PreparedPdf> {
  const { original, pageCount, encrypted } = await readComplete(file, folder).catch(refuseFor(file.field, UNUSABLE))
  const hasPreview = preview && pageCount !== null && previewLength(pageCount, rule) > 0
  const cut = hasPreview ? await extractPreview('pdf', original.path, { folder, rule }) : undefined
  return { kind: 'pdf', files: [original, ...(cut ? [cut] : [])], details: { pageCount, encrypted } }
}

/**
 * Checks a PDF without publishing it. Throws a problem (400) if publishing would refuse the file. A PDF whose rendering exceeds the time
 * limit is not reported as blank.
 */
export async function inspectPdf(file: UploadedFile): Promise<Pick<UploadedPdf, 'pageCount' | 'notice' | 'findings' | 'language'>> {
  const { pageCount } = await readComplete(file, dirname(file.path)).catch(refuseFor(file.field, UNUSABLE))
  const { notice, findings, language } = await runSandboxTask({ kind: 'pdf-notice', path: file.path }).catch(
    unlessAtFault({ notice: null, findings: [], language: null }),
  )
  return { pageCount, notice, findings, language }
}

/** Returns the original PDF, or a repaired copy in `folder`. Refuses a PDF if PDF readers would display too few pages. */
async function readComplete(file: UploadedFile, folder: string) {
  const { pageCount, listedPages, missingPages, encrypted } = await runSandboxTask({ kind: 'pdf', path: file.path })
  const original = preparedOriginal(file)
  if (missingPages === 0 || pageCount === null || listedPages === null) return { original, pageCount, encrypted }
  const repaired = await repair(file.path, { folder, listedPages })
  if (repaired) return { ...repaired, encrypted }
  // The original PDF is accepted if its page count is correct: a damaged page is still counted, and a viewer may be able to render it.
  if (pageCount === listedPages) return { original, pageCount, encrypted }
  throw new InvalidFileError(
    `${missingPages} of its ${listedPages} pages can’t be read. Save it again with another program, for example by printing it to a PDF file.`,
  )
}

/** Writes a repaired copy of a PDF. Returns undefined if the copy lacks pages as well, or can’t be written. */
async function repair(path: string, { folder, listedPages }: { folder: string; listedPages: number }) {
  const target = join(folder, `${randomUUID()}.part`)
  try {
    await runSandboxTask({ kind: 'repaired-pdf', path, target }, { writable: folder, workMs: WRITING_MS })
    const { pageCount, missingPages } = await runSandboxTask({ kind: 'pdf', path: target })
    if (pageCount !== null && pageCount >= listedPages && missingPages === 0)
      return { original: await prepareWritten(target, { type: 'application/pdf', role: 'original' }), pageCount }
  } catch (error) {
    await rm(target, { force: true })
    asFault(error)
    return undefined
  }
  await rm(target, { force: true })
}
