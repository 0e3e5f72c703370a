import type { Page } from 'playwright-core'

/** Waits until the viewer displays the given page, counted from 1, as a loaded image or a canvas that is not transparent. */
export async function showsPage(page: Page, number: number, total: number): Promise<void> {
  await page.getByRole('button', { name: new RegExp(`^Page (?:.* \\()?${number} of ${total}\\)?$`) }).waitFor()
  await page.waitForFunction((wanted) => {
    const shown = [...document.querySelectorAll(`[data-page-number="${wanted}"] :is(img, canvas)`)].filter((each) => each.checkVisibility())
    if (shown.some((each) => each instanceof HTMLImageElement && each.complete && each.naturalWidth > 0)) return true
    const canvas = shown.find((each) => each instanceof HTMLCanvasElement && each.width > 0)
    if (!canvas) return false
    // The canvas is copied, because reading the viewer's own canvas would make the browser move it out of graphics memory.
    const copy = new OffscreenCanvas(50, 50).getContext('2d', { willReadFrequently: true })
    copy?.drawImage(canvas as HTMLCanvasElement, 0, 0, 50, 50)
    return copy?.getImageData(0, 0, 50, 50).data.some((value, index) => index % 4 === 3 && value > 0) ?? false
  }, number)
}
