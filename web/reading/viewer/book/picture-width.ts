import { PAGE_WIDTHS, type PageWidth } from '#contracts/reading/page-widths.ts'

/** Maximum width of a page in the scroll container, in CSS pixels */
export const MAX_WIDTH = 900
/** Maximum device pixels per CSS pixel; a higher ratio is not visible on a phone and costs memory. */
export const MAX_PIXEL_RATIO = 2
/** Maximum factor by which a page image is enlarged without visible blur. */
const STRETCH = 1.125
const WIDEST = PAGE_WIDTHS[PAGE_WIDTHS.length - 1] as PageWidth
/** Maximum page image width when the browser saves data: still easy to read on a phone, with half the bytes of the next width */
const WIDEST_WHEN_SAVING: PageWidth = 720

/** Returns the image width in pixels that is needed for a page width in CSS pixels. */
const neededPixels = (width: number, screenRatio: number) => (width * Math.min(screenRatio, MAX_PIXEL_RATIO)) / STRETCH

/**
 * Returns the narrowest image width that is sharp at a page width in CSS pixels, or the widest available width. Data saving limits the
 * width unless the page is zoomed in.
 */
export function choosePictureWidth(
  width: number,
  { screenRatio, saves, zoom }: { screenRatio: number; saves: boolean; zoom: number },
): PageWidth {
  const sharp = PAGE_WIDTHS.find((each) => each >= neededPixels(width, screenRatio)) ?? WIDEST
  return saves && zoom <= 1 && sharp > WIDEST_WHEN_SAVING ? WIDEST_WHEN_SAVING : sharp
}

/** Returns whether the page is zoomed in beyond the resolution of the widest image. */
export function needsMoreThanPicture(width: number, { screenRatio, zoom }: { screenRatio: number; zoom: number }): boolean {
  return zoom > 1 && neededPixels(width, screenRatio) > WIDEST
}
