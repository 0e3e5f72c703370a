import { z } from 'zod'
import { Chapter, MAX_CHAPTER_TITLE, MAX_CHAPTERS } from '#contracts/catalogue/chapter.ts'
import { PICTURE_WIDTHS } from '#contracts/catalogue/item.ts'
import { Cue, MAX_CUES } from '#contracts/catalogue/transcript.ts'
import { PdfNotice } from '#contracts/common/upload.ts'
import { BookPages, MAX_PAGE_TEXT, MAX_PAGES, PageText } from '#contracts/reading/book-pages.ts'
import { BookReflow, MAX_FINDINGS, MAX_REFLOW_PARTS, type ReflowBlock, ReflowPart, TextFinding } from '#contracts/reading/book-reflow.ts'
import { PAGE_FORMATS, PAGE_WIDTHS } from '#contracts/reading/page-widths.ts'
import { JOINED_TYPES } from '#server/media/audio/joined-types.ts'
import type { PdfEpubTask } from '#server/media/epub/write-pdf-epub.ts'
import { PLACEHOLDER_LENGTH } from '#server/media/image/image-renditions.ts'
import type { ImageTask } from '#server/media/image/read-image.ts'
import type { TextImageTask } from '#server/media/image/read-text-image.ts'
import type { SharePictureTask } from '#server/media/image/share-picture.ts'
import type { PagePicturesTask } from '#server/media/pdf/draw-page.ts'
import type { PreviewRule } from '#server/media/preview-length.ts'
import { isStorableText } from '#server/platform/storable-text.ts'

export type SandboxTask =
  | { kind: 'pdf'; path: string }
  | { kind: 'pdf-notice'; path: string }
  | { kind: 'repaired-pdf'; path: string; target: string }
  | { kind: 'preview'; path: string; target: string; rule?: PreviewRule }
  /** With `target`, also writes a playable copy there: Ogg or MP4 with timestamps that begin at zero */
  | { kind: 'audio'; path: string; type: string; target?: string }
  /** Joins the recordings of a ZIP archive to one at `target`. Each is extracted to `scratch` before */
  | { kind: 'joined-recordings'; path: string; target: string; scratch: string }
  | { kind: 'transcript'; path: string }
  | { kind: 'recording-preview'; path: string; type: string; target: string }
  | { kind: 'book-pages'; path: string }
  | { kind: 'page-texts'; path: string; pages: number[] }
  | { kind: 'book-reflow'; path: string }
  | { kind: 'epub'; path: string }
  | { kind: 'epub-text'; path: string }
  | { kind: 'epub-pictures'; path: string; names: string[] }
  | { kind: 'epub-preview'; path: string; target: string; rule?: PreviewRule }
  | ({ kind: 'pdf-epub' } & PdfEpubTask)
  | ({ kind: 'page-pictures' } & PagePicturesTask)
  | ({ kind: 'image' } & (ImageTask | TextImageTask))
  | ({ kind: 'share-picture' } & SharePictureTask)

const count = z.int().positive()

/** Size limit of an image from the sandbox process, far above the usual size. */
const MAX_PICTURE_BYTES = 16e6
const pictureContent = z.instanceof(Uint8Array<ArrayBufferLike>).refine(({ length }) => length > 0 && length <= MAX_PICTURE_BYTES)
/** Maximum number of images of an EPUB that are read in one task, and size limit of an image. */
export const MAX_EPUB_PICTURES = 8
const MAX_EPUB_PICTURE_BYTES = 24 * 1024 * 1024
const pictureBytes = z.instanceof(Uint8Array<ArrayBufferLike>).refine(({ length }) => length > 0 && length <= MAX_EPUB_PICTURE_BYTES)
/** Maximum number of pages whose texts are read in one task. */
const MAX_PAGES_AT_ONCE = 64

const storable = { error: 'Text that the database can’t store' }

const pagePicture = z.strictObject({
  width: z.literal(PAGE_WIDTHS),
  format: z.enum(PAGE_FORMATS),
  content: pictureContent,
})

const pageText = z.strictObject({ ...PageText.shape, content: z.string().max(MAX_PAGE_TEXT) }).refine(({ content, runs, links }) => {
  const targets = links.map(([, , , , target]) => String(target))
  return [content, ...runs.map(([, , , , text]) => text), ...targets].every(isStorableText)
}, storable)

const hasStorableTitles = ({ outline, labels }: BookPages) =>
  [...outline.map(({ title }) => title), ...(labels ?? [])].every(isStorableText)
const hasKnownPages = ({ outline, labels, sizes }: BookPages) =>
  outline.every(({ page }) => page <= sizes.length) && (labels?.length ?? sizes.length) === sizes.length

const bookPages = z
  .strictObject({ kind: z.literal('book-pages'), ...BookPages.shape })
  .refine(hasStorableTitles, storable)
  .refine(hasKnownPages)

/** Reflowable text */
const reflow = z
  .strictObject({
    ...BookReflow.omit({ parts: true }).shape,
    parts: z
      .array(z.strictObject({ ...BookReflow.shape.parts.element.shape, ...ReflowPart.shape }))
      .min(1)
      .max(MAX_REFLOW_PARTS),
  })
  .refine(({ parts }) =>
    parts.every(({ blocks }) => blocks.flatMap(targetsOf).every(([part, block]) => parts[part - 1]?.blocks[block] !== undefined)),
  )
  .refine(({ parts }) => parts.every(({ title, blocks }) => [title ?? '', ...blocks.flatMap(textsOf)].every(isStorableText)), storable)

/** Metadata of an EPUB, which suggest values of the form */
const epubMetadata = z
  .strictObject({
    title: z.string().max(500),
    authors: z.array(z.string().max(200)).max(20),
    language: z.string().max(35).nullable(),
    publisher: z.string().max(200),
    description: z.string().max(5000),
    rights: z.string().max(500),
    year: z.string().max(4).nullable(),
    isbn: z.string().max(13).nullable(),
  })
  .refine(
    (metadata) =>
      Object.values(metadata)
        .flat()
        .every((text) => isStorableText(text ?? '')),
    storable,
  )

/** Path of a file in an EPUB archive */
const entryPath = z.string().min(1).max(2000)

/** Size limit of an edit's content; the longest MP3 frame is smaller. */
const MAX_FRAME_BYTES = 2048
/** Maximum number of edits of a recording: an RF64 file gets three. */
const MAX_EDITS = 3
const frameContent = z.instanceof(Uint8Array<ArrayBufferLike>).refine(({ length }) => length <= MAX_FRAME_BYTES)

const chapters = z.array(Chapter.extend({ title: Chapter.shape.title.min(1).max(MAX_CHAPTER_TITLE) })).max(MAX_CHAPTERS)

const rendition = z.strictObject({
  type: z.enum(['image/avif', 'image/webp']),
  width: count,
  content: z.instanceof(Uint8Array<ArrayBufferLike>),
})

/** Valid messages from the sandbox process. Any other message suggests that a malicious file controls the process. */
export const SandboxMessage = z.discriminatedUnion('kind', [
  z.strictObject({
    kind: z.literal('pdf'),
    pageCount: z.int().nonnegative().nullable(),
    listedPages: count.nullable(),
    missingPages: z.int().nonnegative(),
    encrypted: z.boolean(),
  }),
  z.strictObject({
    kind: z.literal('pdf-notice'),
    notice: PdfNotice.nullable(),
    findings: z.array(TextFinding).max(MAX_FINDINGS),
    language: z.string().max(8).nullable(),
  }),
  z.strictObject({ kind: z.literal('repaired-pdf'), pageCount: count }),
  z.strictObject({ kind: z.literal('preview'), pageCount: count.nullable() }),
  z.strictObject({
    kind: z.literal('audio'),
    durationSeconds: z.number().positive(),
    coding: z.string().regex(/^[\w .-]{1,40}$/),
    isOffClock: z.boolean().optional(),
    rate: count.optional(),
    channels: count.optional(),
    chapters,
    chaptersLeftOut: z.int().min(0),
    edits: z
      .array(z.strictObject({ at: z.int().nonnegative(), replaces: z.int().nonnegative().max(MAX_FRAME_BYTES), content: frameContent }))
      .max(MAX_EDITS)
      .optional(),
  }),
  z.strictObject({ kind: z.literal('joined-recordings'), type: z.enum(JOINED_TYPES), chapters }),
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
    brightness: z.number().min(0).max(1).optional(),
    jpeg: z.instanceof(Uint8Array<ArrayBufferLike>).optional(),
    thumbnail: z.instanceof(Uint8Array<ArrayBufferLike>).optional(),
    icons: z
      .array(z.strictObject({ width: count, content: pictureContent }))
      .max(2)
      .optional(),
  }),
  z.strictObject({ kind: z.literal('share-picture'), content: pictureContent }),
  bookPages,
  z.strictObject({ kind: z.literal('page-texts'), texts: z.array(pageText).max(MAX_PAGES_AT_ONCE) }),
  // Reflowable text is null if its quality is too low or the PDF is too long.
  z.strictObject({ kind: z.literal('book-reflow'), reflow: reflow.nullable() }),
  z.strictObject({ kind: z.literal('epub'), pageCount: count, metadata: epubMetadata }),
  z.strictObject({
    kind: z.literal('epub-text'),
    pages: z.strictObject(BookPages.shape).refine(hasStorableTitles, storable).refine(hasKnownPages),
    reflow,
    texts: z.array(z.string().max(MAX_PAGE_TEXT).refine(isStorableText, storable)).max(MAX_PAGES),
    pictures: z.array(z.strictObject({ part: count, block: z.int().nonnegative(), path: entryPath })).max(MAX_REFLOW_PARTS * 1000),
  }),
  z.strictObject({ kind: z.literal('epub-pictures'), pictures: z.array(pictureBytes.nullable()).max(MAX_EPUB_PICTURES) }),
  z.strictObject({ kind: z.literal('epub-preview'), pageCount: count.nullable() }),
  // Without a score, the PDF is too long.
  z.strictObject({ kind: z.literal('pdf-epub'), score: z.number().min(0).max(1).nullable(), isWritten: z.boolean() }),
  z.strictObject({ kind: z.literal('page-pictures'), pictures: z.array(pagePicture).max(PAGE_WIDTHS.length) }),
  z.strictObject({ kind: z.literal('refused'), reason: z.string().max(500), wrongKind: z.boolean() }),
  // An error caused by the machine, such as a full disk, and not by the file
  z.strictObject({ kind: z.literal('failed'), code: z.string(), message: z.string() }),
])
export type SandboxMessage = z.infer<typeof SandboxMessage>
export type SandboxResult = Exclude<SandboxMessage, { kind: 'refused' | 'failed' }>

/** Returns the link targets of a block of reflowable text, each as a part of the book and a block of that part. */
function targetsOf(block: ReflowBlock): [part: number, block: number][] {
  if (block.kind === 'picture') return []
  const notes = (block.noteCalls ?? []).map(([, part, note]): [number, number] => [part, note])
  if (block.kind === 'list-item' && block.target) return [block.target, ...notes]
  return block.kind === 'note' && block.calledAt ? [[block.calledAt[0], block.calledAt[1]], ...notes] : notes
}

function textsOf(block: ReflowBlock): string[] {
  if (block.kind === 'picture') return block.alt === undefined ? [] : [block.alt]
  return [
    ...('marker' in block && block.marker ? [block.marker] : []),
    ...block.text.map((span) => (typeof span === 'string' ? span : span[0])),
  ]
}
