import { dirname } from 'node:path'
import { type PreviewRule, previewLength } from '#server/media/preview-length.ts'
import { runSandboxTask } from '#server/media/sandbox/sandbox.ts'
import type { PreparedEpub } from '#server/media/store/media-asset.ts'
import type { UploadedFile } from '#server/media/upload/receive-file.ts'
import { extractPreview } from './extract-preview.ts'
import { preparedOriginal, refuseFor } from './prepared-file.ts'

/** Time limit for reading a whole book, in ms. */
const READING_MS = 20_000
const UNUSABLE = 'This EPUB can’t be used. '

/**
 * Checks that an EPUB can be read as text, and counts its pages. With `preview`, the first pages are extracted as well. Files are written to
 * the folder of the uploaded file, which is not moved. Throws a problem (400) for the field.
 */
export async function prepareEpub(file: UploadedFile, { preview, rule }: { preview: boolean; rule?: PreviewRule }): Promise<PreparedEpub> {
  const { pageCount } = await inspectEpub(file)
  const hasPreview = preview && previewLength(pageCount, rule) > 0
  const cut = hasPreview ? await extractPreview('epub', file.path, { folder: dirname(file.path), rule }) : undefined
  return { kind: 'epub', files: [preparedOriginal(file), ...(cut ? [cut] : [])], details: { pageCount } }
}

/** Reads the page count and the metadata of an EPUB. Throws a problem (400) if publishing would refuse the file. */
export async function inspectEpub(file: UploadedFile) {
  const { pageCount, metadata } = await runSandboxTask({ kind: 'epub', path: file.path }, { workMs: READING_MS }).catch(
    refuseFor(file.field, UNUSABLE),
  )
  return { pageCount, metadata }
}
