import { MEDIA_TYPES, type MediaType, READABLE_FORMATS, type ReadableFormat } from '#contracts/common/file-formats.ts'
import type { DocumentFormat, DocumentFormats } from './document-format.ts'
import { createEpubFormat, type EpubFormatDeps } from './epub/epub-format.ts'
import { createPdfFormat, type PdfFormatDeps } from './pdf/pdf-format.ts'

/** Creates the readers of all formats that the table of formats calls readable. */
export const createDocumentFormats = (deps: PdfFormatDeps & EpubFormatDeps): DocumentFormats => ({
  pdf: createPdfFormat(deps),
  epub: createEpubFormat(deps),
})

/** Returns the reader of the files of a media type; undefined for files that are not readable. */
export function findFormat(formats: DocumentFormats, type: string | undefined): DocumentFormat | undefined {
  const format: string | undefined = MEDIA_TYPES[type as MediaType]?.format
  return READABLE_FORMATS.includes(format as ReadableFormat) ? formats[format as ReadableFormat] : undefined
}
