// @module-tag full
import { expect, test } from 'vitest'
import { DEFAULT_FILE_LIMITS } from '#contracts/common/upload.ts'
import { chosenFile } from './file-field-schema.ts'
import { isHeic, shrinkPhoto } from './shrink-photo.ts'

const MB = 1024 * 1024
const heic = new File([new Uint8Array([0, 0, 0, 24]), 'ftypheic', new Uint8Array(40)], 'IMG_1.HEIC')

async function drawn(width: number, height: number, type = 'image/jpeg'): Promise<File> {
  const canvas = Object.assign(document.createElement('canvas'), { width, height })
  canvas.getContext('2d')?.fillRect(0, 0, width / 2, height)
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, type, 0.5))
  return new File([blob as Blob], 'photo.png', { type })
}

async function sizeOf(file: File) {
  const { width, height } = await createImageBitmap(file)
  return [width, height]
}

test.each([
  ['48 megapixels', 8064, 6048],
  ['50 megapixels, upright', 6144, 8160],
])('a photo of %s becomes a JPEG of 12 megapixels', async (_, width, height) => {
  const smaller = await shrinkPhoto(await drawn(width, height), 15 * MB)
  expect([smaller.name, smaller.type]).toEqual(['photo.jpg', 'image/jpeg'])
  const [newWidth = 0, newHeight = 0] = await sizeOf(smaller)
  expect(newWidth * newHeight).toBeGreaterThan(11_900_000)
  expect(newWidth * newHeight).toBeLessThan(12_100_000)
  expect(newWidth / newHeight).toBeCloseTo(width / height, 2)
})

test('a picture of normal size, an unreadable picture, and a HEIC photo that the browser can’t decode stay unchanged', async () => {
  for (const file of [await drawn(1000, 1500, 'image/png'), new File(['x'], 'broken.jpg'), heic])
    expect(await shrinkPhoto(file, 15 * MB)).toBe(file)
})

test('a picture whose file is too large is scaled down', async () => {
  const file = await drawn(2000, 3000, 'image/png')
  const smaller = await shrinkPhoto(file, file.size - 1)
  expect([smaller.type, await sizeOf(smaller)]).toEqual(['image/jpeg', [2000, 3000]])
})

test('the form explains how to convert a HEIC photo that the browser can’t decode', async () => {
  expect(await isHeic(heic)).toBe(true)
  expect(await isHeic(new File([new Uint8Array([0, 0, 0, 24]), 'ftypmif1', new Uint8Array(4), 'mif1avif'], 'a.avif'))).toBe(false)
  const readLimits = async () => ({ ...DEFAULT_FILE_LIMITS, imageBytes: MB })
  const { error } = await chosenFile('image', readLimits).safeParseAsync(heic)
  expect(error?.issues[0]?.message).toMatch(/^This is a HEIC photo, which this browser can’t convert\./)
})
