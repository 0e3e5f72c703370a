import { PAGE_WIDTHS, type PageWidth } from '#contracts/reading/page-widths.ts'

/** Maximum width of a page that fits the stage, in CSS pixels */
export const MAX_WIDTH = 900
/** A higher ratio is not visible on a phone and costs memory. */
export const MAX_PIXEL_RATIO = 2
/** Factor by which an image can be enlarged without looking blurred. */
const STRETCH = 1.125
const WIDEST = PAGE_WIDTHS[PAGE_WIDTHS.length - 1] as PageWidth
/** Still easy to read on a phone, with half the bytes of the next width */
const WIDEST_WHEN_SAVING: PageWidth = 720

/** Returns the pixel width that a page needs at a width in CSS pixels. */
const neededPixels = (width: number, screenRatio: number) => (width * Math.min(screenRatio, MAX_PIXEL_RATIO)) / STRETCH

/**
 * Returns the narrowest image width that is sharp at a width in CSS pixels, or the widest available. Data saving limits the width unless
 * the page is zoomed in.
 */
export function choosePictureWidth(
  width: number,
  { screenRatio, saves, zoom }: { screenRatio: number; saves: boolean; zoom: number },
): PageWidth {
  const sharp = PAGE_WIDTHS.find((each) => each >= neededPixels(width, screenRatio)) ?? WIDEST
  return saves && zoom <= 1 && sharp > WIDEST_WHEN_SAVING ? WIDEST_WHEN_SAVING : sharp
}

/** Whether the page is zoomed in past the resolution of the widest image. */
export function needsMoreThanPicture(width: number, { screenRatio, zoom }: { screenRatio: number; zoom: number }): boolean {
  return zoom > 1 && neededPixels(width, screenRatio) > WIDEST
}
