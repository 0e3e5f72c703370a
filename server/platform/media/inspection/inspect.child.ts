/** The child process that opens untrusted files: one PDF or recording, or several pictures in a row. Started by `inspection-process.ts`. */

import { InspectionError } from './inspection-errors.ts'
import type { PreviewRule } from './preview-length.ts'
import type { AudioReport } from './read-audio.ts'
import type { ImageReport, ImageTask } from './read-image.ts'
import type { PdfReport } from './read-pdf.ts'

export type InspectionTask =
  | { kind: 'pdf'; path: string }
  | { kind: 'preview'; path: string; target: string; rule?: PreviewRule | undefined }
  | { kind: 'audio'; path: string; type: string }
  | ({ kind: 'image' } & ImageTask)
export type InspectionResult =
  | ({ kind: 'pdf' } & PdfReport)
  | { kind: 'preview'; pageCount: number | null }
  | ({ kind: 'audio' } & AudioReport)
  | ({ kind: 'image' } & ImageReport)
export type InspectionRefusal = { kind: 'refused'; reason: string; wrongKind: boolean }
/** The file is not at fault: the machine is, such as by a full disk. */
export type InspectionFailure = { kind: 'failed'; code: string; message: string }

const prepare: Record<InspectionTask['kind'], () => Promise<(task: never) => Promise<InspectionResult>>> = {
  async pdf() {
    const { readPdf } = await import('./read-pdf.ts')
    return async ({ path }: { path: string }) => ({ kind: 'pdf', ...(await readPdf(path)) })
  },
  async preview() {
    const { writePreview } = await import('./write-preview.ts')
    return async ({ path, target, rule }: { path: string; target: string; rule?: PreviewRule }) => ({
      kind: 'preview',
      pageCount: await writePreview(path, target, rule),
    })
  },
  async audio() {
    const { readAudio } = await import('./read-audio.ts')
    return async ({ path, type }: { path: string; type: string }) => ({ kind: 'audio', ...(await readAudio(path, type)) })
  },
  async image() {
    const { readImage } = await import('./read-image.ts')
    return async (task: ImageTask) => ({ kind: 'image', ...(await readImage(task)) })
  },
}

const work = await prepare[process.argv[2] as InspectionTask['kind']]()
// Runs until it is killed, so that no result is lost by its exit.
process.on('message', async (task) => {
  try {
    process.send?.(await work(task as never))
  } catch (error) {
    process.send?.(toMessage(error))
  }
})
process.on('disconnect', () => process.exit())
process.send?.('ready')

function toMessage(error: unknown): InspectionRefusal | InspectionFailure {
  if (error instanceof Error && 'syscall' in error && 'code' in error)
    return { kind: 'failed', code: String(error.code), message: error.message }
  const refused = error instanceof InspectionError ? error : new InspectionError('It is damaged or incomplete.')
  return { kind: 'refused', reason: refused.message, wrongKind: refused.wrongKind }
}
