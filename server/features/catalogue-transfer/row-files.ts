import type { FileRule } from '#server/platform/media/intake/receive-file.ts'
import { COVER, type Sheet } from './sheets.ts'

/** The largest files that are taken, in bytes, and the largest picture in pixels. */
export type Limits = { imageBytes: number; imagePixels: number; pdfBytes: number; audioBytes: number }

/** The two files of a row: which column names each, and what it may be. */
export function filesOf({ content }: Sheet, limits: Limits): (FileRule & { field: string })[] {
  return [
    { field: COVER, kind: 'image', limitBytes: limits.imageBytes },
    { field: content.column, kind: content.kind, limitBytes: content.column === 'pdf' ? limits.pdfBytes : limits.audioBytes },
  ]
}

/** The fields that are text: all but the names of the files. */
export function textsOf({ columns, content }: Sheet, fields: Record<string, string>): Record<string, string> {
  const texts = columns.filter((column) => column !== COVER && column !== content.column)
  return Object.fromEntries(texts.flatMap((column) => (fields[column] === undefined ? [] : [[column, fields[column]]])))
}
