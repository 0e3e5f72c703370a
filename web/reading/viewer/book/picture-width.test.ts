import { expect, test } from 'vitest'
import { choosePictureWidth, needsMoreThanPicture } from './picture-width.ts'

const choose = (width: number, screenRatio: number, { saves = false, isFast = false, zoom = 1 } = {}) =>
  choosePictureWidth(width * zoom, { screenRatio, saves, isFast, zoom })

test('the narrowest page image that is sharp on the screen is chosen', () => {
  expect(choose(344, 1)).toBe(480)
  expect(choose(344, 2)).toBe(720)
  expect(choose(344, 3)).toBe(720)
  expect(choose(398, 3)).toBe(720)
  expect(choose(752, 1)).toBe(720)
  expect(choose(900, 1)).toBe(1080)
  expect(choose(900, 2)).toBe(1600)
})

test('on a fast line, pages are sharp at a pixel ratio of 3, with images that exist of all pages', () => {
  expect(choose(344, 3, { isFast: true })).toBe(1080)
  expect(choose(414, 3, { isFast: true })).toBe(1080)
  expect(choose(304, 2, { isFast: true })).toBe(720)
  expect(choose(900, 2, { isFast: true })).toBe(1600)
  expect(choose(344, 3, { isFast: true, saves: true })).toBe(720)
})

test('zooming in selects wider page images; pdf.js renders the page only beyond the widest image', () => {
  expect(choose(344, 2, { zoom: 1.5 })).toBe(1080)
  expect(choose(344, 2, { zoom: 2 })).toBe(1600)
  expect(needsMoreThanPicture(344 * 2, { screenRatio: 2, zoom: 2 })).toBe(false)
  expect(needsMoreThanPicture(344 * 3, { screenRatio: 2, zoom: 3 })).toBe(true)
  expect(needsMoreThanPicture(900, { screenRatio: 2, zoom: 1 })).toBe(false)
})

test('data saving chooses a narrower image until the page is zoomed in', () => {
  expect(choose(344, 1, { saves: true })).toBe(480)
  expect(choose(900, 2, { saves: true })).toBe(720)
  expect(choose(900, 1, { saves: true, zoom: 1.5 })).toBe(1600)
})
