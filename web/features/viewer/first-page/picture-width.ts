import { PAGE_WIDTHS, type PageWidth } from '#contracts/page-widths.ts'
import { MAX_PIXEL_RATIO } from '#web/features/viewer/page/page-fit.ts'

/** So much larger than its pixels a picture is shown without looking blurred. */
const STRETCH = 1.125
const WIDEST = PAGE_WIDTHS[PAGE_WIDTHS.length - 1] as PageWidth
/** Still easy to read on a phone, and half the bytes of the next */
const WIDEST_WHEN_SAVING: PageWidth = 720

/** The pixels that a page of a width in CSS pixels needs. */
const neededPixels = (width: number, screenRatio: number) => (width * Math.min(screenRatio, MAX_PIXEL_RATIO)) / STRETCH

/** The smallest picture that is sharp at a width in CSS pixels, or the widest there is. Without zoom, who saves data gets a smaller one. */
export function choosePictureWidth(
  width: number,
  { screenRatio, saves, zoom }: { screenRatio: number; saves: boolean; zoom: number },
): PageWidth {
  const sharp = PAGE_WIDTHS.find((each) => each >= neededPixels(width, screenRatio)) ?? WIDEST
  return saves && zoom <= 1 && sharp > WIDEST_WHEN_SAVING ? WIDEST_WHEN_SAVING : sharp
}

/** Whether the visitor has zoomed in past what the widest picture can show. */
export function needsMoreThanPicture(width: number, { screenRatio, zoom }: { screenRatio: number; zoom: number }): boolean {
  return zoom > 1 && neededPixels(width, screenRatio) > WIDEST
}
