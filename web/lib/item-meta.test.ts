import { expect, test } from 'vitest'
import { itemMeta } from './item-meta.ts'

const cover = { width: 1000, height: 1500, placeholder: '', sources: [{ type: 'image/webp' as const, width: 480, path: '/cover.webp' }] }

test('link previews use the share image, or else the JPEG version of the cover, or else the WebP version', () => {
  const imageOf = (images: object) => itemMeta('By Tapiwa Gumbo.', { cover, alt: 'A book', ...images }).image
  const jpegs = { coverJpeg: '/cover.jpg', sharePicture: '/share.jpg' }
  expect(imageOf(jpegs)).toEqual({ src: '/share.jpg', type: 'image/jpeg', width: 1200, height: 630, alt: 'A book' })
  expect(imageOf({ ...jpegs, sharePicture: null })).toEqual({ src: '/cover.jpg', type: 'image/jpeg', alt: 'A book' })
  expect(imageOf({ coverJpeg: null, sharePicture: null })).toMatchObject({ src: '/cover.webp', type: 'image/webp', height: 720 })
})
