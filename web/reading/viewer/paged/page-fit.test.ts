import { expect, test } from 'vitest'
import { canvasRatio, clampZoom, fitPage, stepZoom } from './page-fit.ts'

const A4 = { width: 595, height: 842 }
const PHONE = { width: 344, height: 620 }
const DESKTOP = { width: 1400, height: 792 }

test('a page fits the width of a phone and has a maximum width on wide screens', () => {
  expect(fitPage(A4, PHONE, { zoom: 1, fit: 'width' })).toEqual({ width: 344, height: 486 })
  expect(fitPage(A4, DESKTOP, { zoom: 1, fit: 'width' }).width).toBe(900)
  expect(fitPage(A4, PHONE, { zoom: 2, fit: 'width' }).width).toBe(688)
})

test('a whole page fits the height, and two pages the width too', () => {
  expect(fitPage(A4, DESKTOP, { zoom: 1, fit: 'page' })).toEqual({ width: 559, height: 792 })
  expect(fitPage({ width: 960, height: 540 }, DESKTOP, { zoom: 1, fit: 'page' })).toEqual({ width: 900, height: 506 })
  expect(fitPage({ width: 960, height: 540 }, DESKTOP, { zoom: 1, fit: 'pair' }).width).toBe(700)
})

test('the size of an extremely narrow page is limited', () => {
  const { width, height } = fitPage({ width: 1, height: 14_400 }, PHONE, { zoom: 1, fit: 'width' })
  expect(width).toBeGreaterThanOrEqual(1)
  expect(height).toBeLessThanOrEqual(344 * 8 * 8)
})

test('a canvas stays within the pixel limits of phones', () => {
  expect(canvasRatio({ width: 344, height: 486 }, 3, 16_700_000)).toBe(2)
  for (const size of [
    { width: 3600, height: 5094 },
    { width: 360, height: 23_000 },
    { width: 30_000, height: 10 },
  ]) {
    const ratio = canvasRatio(size, 2, 16_700_000)
    expect(size.width * size.height * ratio ** 2).toBeLessThanOrEqual(16_700_001)
    expect(Math.max(size.width, size.height) * ratio).toBeLessThanOrEqual(8192.01)
  }
})

test('the zoom buttons step from any zoom to the next step, within the limits', () => {
  expect(stepZoom(1, 1)).toBe(1.25)
  expect(stepZoom(1.7, 1)).toBe(2)
  expect(stepZoom(1.7, -1)).toBe(1.5)
  expect(stepZoom(4, 1)).toBe(4)
  expect(stepZoom(0.5, -1)).toBe(0.5)
  expect([0.1, 1.7, 9].map(clampZoom)).toEqual([0.5, 1.7, 4])
})
