import type { Fit } from '#web/reading/viewer/book/page-layout.ts'
import type { Size } from '#web/reading/viewer/book/page-source.ts'
import { MAX_PIXEL_RATIO, MAX_WIDTH } from '#web/reading/viewer/book/picture-width.ts'

const MAX_HEIGHT_TO_WIDTH = 8
const MAX_SIDE = 8192

const ZOOM_STEPS = [0.5, 0.75, 1, 1.25, 1.5, 2, 3, 4]

/** Returns the size of a page that fits the scroll container, times the zoom. The height of extremely narrow pages is limited. */
export function fitPage(page: Size, stage: Size, { zoom, fit }: { zoom: number; fit: Fit }): Size {
  const ratio = page.width / page.height
  const stageWidth = fit === 'pair' ? stage.width / 2 : stage.width
  const fitted = Math.max(Math.min(stageWidth, MAX_WIDTH), 80)
  const whole = fit === 'width' ? fitted : Math.min(fitted, stage.height * ratio)
  const width = Math.min(whole, fitted * MAX_HEIGHT_TO_WIDTH * ratio) * zoom
  return { width: Math.max(1, Math.floor(width)), height: Math.max(1, Math.floor(width / ratio)) }
}

/** Returns the canvas pixels per CSS pixel that are sharp on the screen and within the canvas limits of phones. */
export function canvasRatio({ width, height }: Size, screenRatio: number, maxPixels: number): number {
  return Math.min(screenRatio, MAX_PIXEL_RATIO, Math.sqrt(maxPixels / (width * height)), MAX_SIDE / Math.max(width, height))
}

/** Returns the next zoom step in a direction; the current zoom may be between two steps. */
export function stepZoom(zoom: number, direction: 1 | -1): number {
  const steps = direction === 1 ? ZOOM_STEPS : [...ZOOM_STEPS].reverse()
  return steps.find((step) => (step - zoom) * direction > 0.01) ?? zoom
}

export function clampZoom(zoom: number): number {
  return Math.min(Math.max(zoom, ZOOM_STEPS[0] ?? 1), ZOOM_STEPS.at(-1) ?? 1)
}
