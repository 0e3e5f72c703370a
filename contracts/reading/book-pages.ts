import { z } from 'zod'

export const MAX_PAGES = 10_000
export const MAX_OUTLINE_ENTRIES = 2000
export const MAX_OUTLINE_TITLE = 300
export const MAX_OUTLINE_DEPTH = 8
export const MAX_PAGE_LABEL = 40
export const MAX_PAGE_RUNS = 20_000
export const MAX_PAGE_LINKS = 500
/** Maximum number of characters in a page's text */
export const MAX_PAGE_TEXT = 100_000

const points = z.number().positive().max(1e6)
const position = z.number().min(-1e6).max(1e6)

/**
 * Page manifest of a document: sizes, labels and outline. Every document counts pages: the pages of a file that is printed on pages, or
 * stretches of text of equal length. Places, contents and search refer to them.
 */
export const BookPages = z.object({
  sizes: z
    .array(z.tuple([points, points]).nullable())
    .min(1)
    .max(MAX_PAGES)
    .meta({
      description:
        'Displayed width and height of each page in points, rounded to tenths; null for a page without an image, in a document that is not printed on pages',
    }),
  labels: z
    .array(z.string().max(MAX_PAGE_LABEL))
    .max(MAX_PAGES)
    .nullable()
    .meta({ description: 'Page labels of the book, such as iv; null when pages are counted from 1' }),
  outline: z
    .array(
      z.object({
        title: z.string().min(1).max(MAX_OUTLINE_TITLE),
        page: z.int().min(1).max(MAX_PAGES).meta({ description: '1-based' }),
        depth: z.int().min(0).max(MAX_OUTLINE_DEPTH).meta({ description: 'Level of the outline entry; 0 for the top level' }),
      }),
    )
    .max(MAX_OUTLINE_ENTRIES)
    .meta({ description: 'Table of contents of the file, in order' }),
  hasText: z.boolean().meta({ description: 'Whether any page has text' }),
})
export type BookPages = z.infer<typeof BookPages>

/** Text run: x and y of its top left corner, width, height (font size), text, and 1 at a line end; in points from the page's top left. */
const TextRun = z.tuple([position, position, position, position, z.string().max(MAX_PAGE_TEXT), z.union([z.literal(0), z.literal(1)])])
export type TextRun = z.infer<typeof TextRun>

/** Web, mail or telephone address of a link */
export const LinkAddress = z
  .string()
  .max(2000)
  .regex(/^(https?|mailto|tel):/)

/** Link on a page: x, y, width and height of the clickable area, and the target: a 1-based page, or a web, mail or telephone address */
const PageLink = z.tuple([position, position, position, position, z.union([z.int().min(1).max(MAX_PAGES), LinkAddress])])

/** Text of a page, in reading order. */
export const PageText = z.object({
  runs: z.array(TextRun).max(MAX_PAGE_RUNS),
  direction: z.enum(['ltr', 'rtl']),
  links: z.array(PageLink).max(MAX_PAGE_LINKS),
})
export type PageText = z.infer<typeof PageText>
