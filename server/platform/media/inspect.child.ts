/** The process that parses untrusted files. Started by `inspector.ts`, for one task. */
import type { PreviewRule } from './preview-length.ts'
import type { AudioReport } from './read-audio.ts'
import type { PdfReport } from './read-pdf.ts'
import { RefusedFileError } from './refused-file.ts'

export type InspectionTask =
  | { kind: 'pdf'; path: string }
  | { kind: 'preview'; path: string; target: string; rule?: PreviewRule | undefined }
  | { kind: 'audio'; path: string; type: string }
export type InspectionAnswer =
  | ({ kind: 'pdf' } & PdfReport)
  | { kind: 'preview'; pageCount: number | null }
  | ({ kind: 'audio' } & AudioReport)
export type InspectionRefusal = { kind: 'refused'; reason: string; wrongKind: boolean }

const prepare: Record<InspectionTask['kind'], () => Promise<(task: never) => Promise<InspectionAnswer>>> = {
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
}

const work = await prepare[process.argv[2] as InspectionTask['kind']]()
// Stays until it is killed: an answer must not be lost to its own exit.
process.on('message', async (task) => {
  try {
    process.send?.(await work(task as never))
  } catch (error) {
    const refused = error instanceof RefusedFileError ? error : new RefusedFileError('It is damaged or incomplete.')
    process.send?.({ kind: 'refused', reason: refused.message, wrongKind: refused.wrongKind } satisfies InspectionRefusal)
  }
})
process.on('disconnect', () => process.exit())
process.send?.('ready')
