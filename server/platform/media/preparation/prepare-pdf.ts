import { dirname } from 'node:path'
import type { Readable } from 'node:stream'
import { inspect } from '#server/platform/media/inspection/inspector.ts'
import { type PreviewRule, previewLength } from '#server/platform/media/inspection/preview-length.ts'
import type { UploadedFile } from '#server/platform/media/intake/receive-file.ts'
import type { PreparedFile, PreparedPdf } from '#server/platform/media/store/media-asset.ts'
import { cutPreview } from './cut-preview.ts'
import { preparedOriginal, refuseFor } from './prepared-file.ts'

/** Extracting twenty scanned pages from a large file takes time, and only the preview depends on it. */
const PREVIEW_MS = 20_000

/**
 * Counts the pages. With `preview`, also extracts the first pages to a file beside it or in `folder`, if possible. Throws a problem (400)
 * for the field. The uploaded file is not moved.
 */
export async function preparePdf(
  file: UploadedFile,
  { folder = dirname(file.path), preview, rule }: { folder?: string; preview: boolean; rule?: PreviewRule | undefined },
): Promise<PreparedPdf> {
  const inspection = inspect({ kind: 'pdf', path: file.path })
  const { pageCount, encrypted } = await inspection.catch(refuseFor(file.field, 'This PDF can’t be used. '))
  const cut =
    preview && pageCount !== null && previewLength(pageCount, rule) > 0 ? await extractPreview(file.path, { folder, rule }) : undefined
  return { kind: 'pdf', files: [preparedOriginal(file), ...(cut ? [cut] : [])], details: { pageCount, encrypted } }
}

/**
 * Extracts the first pages of a PDF to a file in `folder`. Undefined when the book is too short, needs a password, or can't be split.
 * @param source a path, or the stream of a stored file
 */
export async function extractPreview(
  source: string | Readable,
  { folder, rule }: { folder: string; rule?: PreviewRule | undefined },
): Promise<PreparedFile | undefined> {
  return cutPreview(source, {
    ...{ folder, type: 'application/pdf' },
    write: async ({ path, target }) => {
      const { pageCount } = await inspect({ kind: 'preview', path, target, rule }, { writable: folder, workMs: PREVIEW_MS })
      return pageCount !== null
    },
  })
}
