import { PAGE_WIDTHS, type PageWidth } from '#contracts/reading/page-widths.ts'

/** Maximum width of a page in the scroll container, in CSS pixels */
export const MAX_WIDTH = 900
/** Maximum device pixels per CSS pixel; a higher ratio costs memory, and is hardly visible. */
export const MAX_PIXEL_RATIO = 2
/** Maximum factor by which a page image is enlarged without visible blur. */
const STRETCH = 1.125
const WIDEST = PAGE_WIDTHS[PAGE_WIDTHS.length - 1] as PageWidth
/** Maximum page image width when the browser saves data: still easy to read on a phone, with half the bytes of the next width */
const WIDEST_WHEN_SAVING: PageWidth = 720

/** Maximum page image width for a ratio above the maximum: such images exist of all pages, and add half of the bytes. */
const WIDEST_FOR_RATIO: PageWidth = 1080

/** Returns the image width in pixels that is needed for a page width in CSS pixels. */
const neededPixels = (width: number, screenRatio: number) => (width * Math.min(screenRatio, MAX_PIXEL_RATIO)) / STRETCH

const widthFor = (pixels: number) => PAGE_WIDTHS.find((each) => each >= pixels) ?? WIDEST

/**
 * Returns the narrowest image width that is sharp at a page width in CSS pixels, or the widest available width. On a fast line, small letters
 * are sharp at a pixel ratio of 3 too. Data saving limits the width unless the page is zoomed in.
 */
export function choosePictureWidth(
  width: number,
  { screenRatio, saves, isFast, zoom }: { screenRatio: number; saves: boolean; isFast: boolean; zoom: number },
): PageWidth {
  const needed = neededPixels(width, screenRatio)
  const wanted = isFast ? Math.max(needed, Math.min((width * screenRatio) / STRETCH, WIDEST_FOR_RATIO)) : needed
  const sharp = widthFor(wanted)
  return saves && zoom <= 1 && sharp > WIDEST_WHEN_SAVING ? WIDEST_WHEN_SAVING : sharp
}

/** Returns whether the page is zoomed in beyond the resolution of the widest image. */
export function needsMoreThanPicture(width: number, { screenRatio, zoom }: { screenRatio: number; zoom: number }): boolean {
  return zoom > 1 && neededPixels(width, screenRatio) > WIDEST
}
