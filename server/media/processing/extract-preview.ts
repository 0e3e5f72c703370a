import type { Readable } from 'node:stream'
import type { MediaType, ReadableFormat } from '#contracts/common/file-formats.ts'
import type { PreviewRule } from '#server/media/preview-length.ts'
import { runSandboxTask } from '#server/media/sandbox/sandbox.ts'
import type { PreparedFile } from '#server/media/store/media-asset.ts'
import { cutPreview } from './cut-preview.ts'

/** Time limit for reading a whole EPUB, or for extracting twenty scanned pages. */
const WRITING_MS = 20_000

const FORMATS = {
  pdf: { type: 'application/pdf', kind: 'preview' },
  epub: { type: 'application/epub+zip', kind: 'epub-preview' },
} as const satisfies Record<ReadableFormat, { type: MediaType; kind: string }>

/**
 * Extracts the first pages of a book to a file in `folder`. Returns undefined if the book is too short, needs a password, or can't be split.
 * @param source a path, or the stream of a stored file
 */
export async function extractPreview(
  format: ReadableFormat,
  source: string | Readable,
  { folder, rule }: { folder: string; rule?: PreviewRule },
): Promise<PreparedFile | undefined> {
  const { type, kind } = FORMATS[format]
  return cutPreview(source, {
    folder,
    type,
    write: async ({ path, target }) => {
      const { pageCount } = await runSandboxTask({ kind, path, target, rule }, { writable: folder, workMs: WRITING_MS })
      return pageCount !== null
    },
  })
}
