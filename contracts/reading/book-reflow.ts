import { z } from 'zod'
import { BookPages, LinkAddress, MAX_PAGES } from './book-pages.ts'

export const MAX_REFLOW_PARTS = 1500
const MAX_REFLOW_BLOCKS = 20_000
/** Maximum number of characters in a block of reflowable text */
const MAX_REFLOW_TEXT = 200_000
const MAX_MARKER = 20

const page = z.int().min(1).max(MAX_PAGES).meta({ description: '1-based page on which the part or block begins' })

/** 1-based index of a part of reflowable text */
const part = z.int().min(1).max(MAX_REFLOW_PARTS)
/** 0-based index of a block within its part of the reflowable text */
const block = z.int().min(0).max(MAX_REFLOW_BLOCKS)
/** Offset in a block of reflowable text, in characters */
const offset = z.int().min(0).max(MAX_REFLOW_TEXT)

/** Span of reflowable text: plain, or in a style (italic, bold, bold italic, superscript) */
export const ReflowSpan = z.union([z.string().min(1), z.tuple([z.string().min(1), z.enum(['i', 'b', 'bi', 'sup'])])])
export type ReflowSpan = z.infer<typeof ReflowSpan>

const words = {
  page,
  text: z.array(ReflowSpan).min(1).max(10_000),
  breaks: z
    .array(z.tuple([offset, page]))
    .max(1000)
    .optional()
    .meta({ description: 'Further pages that begin inside the block: character offset and page' }),
  noteCalls: z
    .array(z.tuple([offset, part, block]))
    .max(1000)
    .optional()
    .meta({ description: 'Note references in the block: character offset, and part and block of the note' }),
  links: z
    .array(z.tuple([offset, offset, z.union([LinkAddress, z.tuple([part, block])])]))
    .max(1000)
    .optional()
    .meta({
      description:
        'Links in the block: character offsets of start and end, and the target: an address (http, https, mailto, tel), or part and block',
    }),
}
const marker = z.string().min(1).max(MAX_MARKER).meta({ description: 'List marker as printed, such as • or 3.' })
const points = z.number().min(-1e6).max(1e6)

/** Widths of the renditions of images in reflowable text, in pixels */
export const TEXT_IMAGE_WIDTHS = [480, 1080] as const

/** Image in reflowable text, in several widths and two formats. */
export const TextImage = z.object({
  width: z.int().positive(),
  height: z.int().positive(),
  sources: z
    .array(
      z.object({
        type: z.enum(['image/avif', 'image/webp']),
        width: z.int().positive(),
        file: z.string().regex(/^[0-9a-f]{64}\.(avif|webp)$/),
        bytes: z
          .int()
          .positive()
          .optional()
          .meta({ description: 'Size of the file; missing in texts that were extracted by earlier versions' }),
      }),
    )
    .min(1)
    .max(4)
    .meta({ description: 'Renditions, each with its path below `pages/images/`' }),
})
export type TextImage = z.infer<typeof TextImage>

/** A block of reflowable text: a paragraph, or a picture between paragraphs. */
export const ReflowBlock = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('heading'), level: z.int().min(1).max(3), ...words }),
  z.object({ kind: z.literal('paragraph'), ...words }),
  z.object({ kind: z.literal('quote'), ...words }),
  z.object({ kind: z.literal('lines'), ...words }).meta({
    description: 'Text whose line ends belong to it, such as a stanza, separated by line feeds',
  }),
  z.object({ kind: z.literal('code'), ...words }).meta({
    description: 'Code: lines are separated by line feeds, and spaces indent and align them',
  }),
  z
    .object({
      kind: z.literal('table'),
      hasHead: z.boolean().optional().meta({ description: 'Whether the first row names the columns' }),
      ...words,
    })
    .meta({ description: 'Table: cells are separated by tabs and rows by line feeds' }),
  z.object({
    kind: z.literal('list-item'),
    marker: marker.optional(),
    target: z
      .tuple([part, block])
      .optional()
      .meta({ description: 'Target of an entry of the table of contents: 1-based part and 0-based block' }),
    ...words,
  }),
  z.object({
    kind: z.literal('note'),
    marker,
    calledAt: z
      .tuple([part, block, offset])
      .optional()
      .meta({ description: 'Position of the reference to the note: part, block and character offset' }),
    ...words,
  }),
  z.object({
    kind: z.literal('picture'),
    page,
    box: z.tuple([points, points, points, points]).optional().meta({
      description: 'Area of the picture on the page: x, y, width and height in points from the top left corner; in a file with pages',
    }),
    image: TextImage.optional().meta({
      description: 'Image file of the picture; in a file without pages. Absent if it can’t be displayed',
    }),
    alt: z.string().min(1).max(1000).optional().meta({ description: 'Alternative text' }),
  }),
])
export type ReflowBlock = z.infer<typeof ReflowBlock>

/** Maximum number of findings, and maximum length of a text that a finding names. */
export const MAX_FINDINGS = 50
export const MAX_FINDING = 100

/** Text of a file that is missing in the reading view and search, or whose form is a guess, with its pages. */
export const TextFinding = z.object({
  kind: z.enum(['watermark', 'line-numbers', 'uncertain-table', 'no-text', 'no-reading-view', 'first-pages']).meta({
    description:
      'A `watermark` and the `line-numbers` of a manuscript are left out; the rows of an `uncertain-table` are lines; pages with `no-text` are only pictures; `no-reading-view`: the order of the text is not clear enough; `first-pages`: only the pages up to the given one were checked',
  }),
  text: z.string().max(MAX_FINDING).nullable().meta({ description: 'Text of the watermark' }),
  pages: z.array(page).max(MAX_PAGES),
})
export type TextFinding = z.infer<typeof TextFinding>

/** Parts of a book's reflowable text. A part is a chapter, or about 20 pages of a long chapter. */
export const BookReflow = z.object({
  parts: z
    .array(
      z.object({
        title: z
          .string()
          .min(1)
          .max(300)
          .nullable()
          .meta({ description: 'Title of the part; null for a continuation of the previous part, or for text before the first title' }),
        page,
        characters: z.int().min(0),
      }),
    )
    .min(1)
    .max(MAX_REFLOW_PARTS),
  direction: z.enum(['ltr', 'rtl']),
  language: z.string().max(35).nullable().meta({ description: 'Language tag (BCP 47) in the PDF' }),
})
export type BookReflow = z.infer<typeof BookReflow>

export const ReflowPart = z.object({ blocks: z.array(ReflowBlock).max(MAX_REFLOW_BLOCKS) })
export type ReflowPart = z.infer<typeof ReflowPart>

/** Page manifest of a book in API responses. */
export const ServedBookPages = BookPages.extend({
  hasFlow: z.boolean().meta({
    description: 'Whether reflowable text is available, or may become available if the text is not extracted yet',
  }),
  direction: BookReflow.shape.direction
    .nullable()
    .meta({ description: 'Direction in which the pages are turned: that of the reflowable text; null while it is not known' }),
})
export type ServedBookPages = z.infer<typeof ServedBookPages>
