import { z } from 'zod'
import { Chapter, MAX_CHAPTER_TITLE, MAX_CHAPTERS } from '#contracts/chapter.ts'
import { PICTURE_WIDTHS } from '#contracts/item.ts'
import { Cue, MAX_CUES } from '#contracts/transcript.ts'
import { PLACEHOLDER_LENGTH } from './image-renditions.ts'
import type { PreviewRule } from './preview-length.ts'
import type { ImageTask } from './read-image.ts'

export type InspectionTask =
  | { kind: 'pdf'; path: string }
  | { kind: 'preview'; path: string; target: string; rule?: PreviewRule | undefined }
  | { kind: 'audio' | 'transcript'; path: string; type: string }
  | { kind: 'recording-preview'; path: string; type: string; target: string; seconds: number }
  | ({ kind: 'image' } & ImageTask)

const count = z.int().positive()

const rendition = z.strictObject({
  type: z.enum(['image/avif', 'image/webp']),
  width: count,
  content: z.instanceof(Uint8Array<ArrayBufferLike>),
})

/** Valid messages of the inspecting process. With any other message, the file may have taken the process over. */
export const InspectionMessage = z.discriminatedUnion('kind', [
  z.strictObject({ kind: z.literal('pdf'), pageCount: count.nullable(), encrypted: z.boolean() }),
  z.strictObject({ kind: z.literal('preview'), pageCount: count.nullable() }),
  z.strictObject({
    kind: z.literal('audio'),
    durationSeconds: z.number().positive(),
    chapters: z.array(Chapter.extend({ title: Chapter.shape.title.min(1).max(MAX_CHAPTER_TITLE) })).max(MAX_CHAPTERS),
  }),
  z.strictObject({ kind: z.literal('transcript'), cues: z.array(Cue).min(1).max(MAX_CUES) }),
  z.strictObject({ kind: z.literal('recording-preview'), seconds: z.number().positive() }),
  z.strictObject({
    kind: z.literal('image'),
    width: count,
    height: count,
    placeholder: z
      .string()
      .max(PLACEHOLDER_LENGTH)
      .regex(/^(data:image\/(webp|gif);base64,[\w+/]+=*)?$/),
    renditions: z.array(rendition).max(2 * PICTURE_WIDTHS.length),
    jpeg: z.instanceof(Uint8Array<ArrayBufferLike>).optional(),
  }),
  z.strictObject({ kind: z.literal('refused'), reason: z.string().max(500), wrongKind: z.boolean() }),
  // The file is not at fault: the machine is, such as by a full disk.
  z.strictObject({ kind: z.literal('failed'), code: z.string(), message: z.string() }),
])
export type InspectionMessage = z.infer<typeof InspectionMessage>
export type InspectionResult = Exclude<InspectionMessage, { kind: 'refused' | 'failed' }>
