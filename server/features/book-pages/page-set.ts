import { PAGE_WIDTHS, type PageFormat, type PageWidth } from '#contracts/page-widths.ts'

/** Raised when pages would be made differently, so that all are made anew. */
export const EDITION = 3

/** `failed`: no pages can be made of the file, such as one that needs a password. */
export type PageSetState = 'making' | 'complete' | 'failed'
/** What is known of the pages of a file, without the lists of them. */
export type PageSummary = {
  state: PageSetState
  pageCount: number
  hasText: boolean
  /** Until it is made, which is when somebody asks for it at the latest, a book with text is expected to have flowing text. */
  hasFlow: boolean
  isFlowMade: boolean
}

/** Where a picture lies in the file that holds it. */
export type StoredPicture = { width: PageWidth; format: PageFormat; start: number; bytes: number }

/**
 * Pictures of a page that are made together. The usual ones are made of every page; the others, for large screens and for browsers that
 * don't know AVIF, of pages that somebody asked for (docs/decisions/0041).
 */
export const SERIES = {
  usual: { format: 'avif', widths: [480, 720, 1080] },
  large: { format: 'avif', widths: [1600] },
  webp: { format: 'webp', widths: [...PAGE_WIDTHS] },
} as const satisfies Record<string, { format: PageFormat; widths: PageWidth[] }>
export type Series = keyof typeof SERIES
export const SERIES_NAMES = Object.keys(SERIES) as Series[]

export function seriesOf(width: PageWidth, format: PageFormat): Series {
  if (format === 'webp') return 'webp'
  return width === 1600 ? 'large' : 'usual'
}
