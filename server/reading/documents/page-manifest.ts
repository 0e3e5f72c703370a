import type { BookReflow } from '#contracts/reading/book-reflow.ts'
import { PAGE_WIDTHS, type PageFormat, type PageWidth } from '#contracts/reading/page-widths.ts'

/** Version of page renditions. The version is incremented when the output changes, so that all pages are rendered again. */
export const EDITION = 3

/** State of a page manifest. `failed` means that the file's pages can't be rendered, for example because the file requires a password. */
export type PageManifestState = 'making' | 'complete' | 'failed'
/** Page manifest of a file, without the lists of sizes, labels and outline. */
export type PageSummary = {
  state: PageManifestState
  pageCount: number
  hasText: boolean
  /** Whether the book has reflowable text. True for any book with text until its reflowable text is created, on request at the latest. */
  hasFlow: boolean
  isReflowBuilt: boolean
  /** Direction of the reflowable text; null without reflowable text, and until it is created */
  direction: BookReflow['direction'] | null
}

/** Position of a page image in the stored file that contains it. */
export type StoredPicture = { width: PageWidth; format: PageFormat; start: number; bytes: number }

/**
 * Sets of page images that are rendered together. The usual set is rendered for all pages. The sets for large screens and for browsers
 * without AVIF are rendered only for requested pages (docs/decisions/0041).
 */
export const RENDITION_SETS = {
  usual: { format: 'avif', widths: [480, 720, 1080] },
  large: { format: 'avif', widths: [1600] },
  webp: { format: 'webp', widths: [...PAGE_WIDTHS] },
} as const satisfies Record<string, { format: PageFormat; widths: PageWidth[] }>
export type RenditionSet = keyof typeof RENDITION_SETS
export const RENDITION_SET_NAMES = Object.keys(RENDITION_SETS) as RenditionSet[]

export function renditionSetOf(width: PageWidth, format: PageFormat): RenditionSet {
  if (format === 'webp') return 'webp'
  return width === 1600 ? 'large' : 'usual'
}
