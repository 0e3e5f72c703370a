import type { ReadingSettings } from './reading-settings.ts'

/** Least size of the scroll container, in CSS pixels, in which a whole page is legible, and two pages are */
const MIN_WHOLE_HEIGHT = 480
const MIN_PAIR_WIDTH = 1050

/** Part of a page that is visible without scrolling: its width, all of it, or all of it and of the page beside it. */
export type Fit = Exclude<ReadingSettings['fit'], 'auto'>

/** Returns the fit of pages in a scroll container: the chosen one where there is room for it, or else the whole page in a landscape format. */
export function resolveFit(chosen: ReadingSettings['fit'], { width, height }: { width: number; height: number }): Fit {
  if (chosen === 'pair' && width >= MIN_PAIR_WIDTH) return 'pair'
  if (chosen === 'page' || chosen === 'width') return chosen
  return width > height && height >= MIN_WHOLE_HEIGHT ? 'page' : 'width'
}

/** Returns the pages that are visible together with a page. The first page of a book is its cover, and alone. */
export function pagesBeside(page: number, total: number, isPair: boolean): number[] {
  if (!isPair || page <= 1) return [page]
  const first = page - (page % 2)
  return first < total ? [first, first + 1] : [first]
}
