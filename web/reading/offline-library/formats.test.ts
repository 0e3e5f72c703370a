import { expect, test } from 'vitest'
import type { DetailedItem } from '#web/lib/access/fetch-item.ts'
import { priceTag } from '#web/lib/format/bytes.ts'
import { FORMATS, formatsOf } from './formats.ts'

const book = { pageCount: 20, textBytes: 17_000, pagesBytes: 512_000, pdfBytes: 307_000 }
const sizesOf = (item: object, kind = 'book') => formatsOf({ kind, item } as DetailedItem).map(({ name, bytes }) => [name, bytes])

test('download formats are listed from the smallest to the largest, with the sizes on the page of the book', () => {
  expect(sizesOf(book)).toEqual([
    ['text', 17_000],
    ['pdf', 307_000],
    ['pages', 512_000],
  ])
  expect(priceTag('Read', { text: 17_000, pages: 512_000, PDF: 307_000 })).toBe('Read: 17 KB text, 512 KB pages, 307 KB PDF')
})

test('the progress of saving a text counts letters decompressed and pictures as they are', () => {
  const expected = (textBytes: number) => FORMATS.text.expected?.({ kind: 'book', item: { ...book, textBytes } } as DetailedItem)
  expect([17_000, 5_000_000].map(expected)).toEqual([68_000, 5_100_000])
})

test('a book without text or rendered pages has a PDF, and pages of an estimated size unless a password is required', () => {
  expect(sizesOf({ ...book, textBytes: null, pagesBytes: null })).toEqual([
    ['pdf', 307_000],
    ['pages', 700_000],
  ])
  expect(sizesOf({ ...book, textBytes: null, pagesBytes: null, pageCount: null })).toEqual([['pdf', 307_000]])
})

test('an episode without low-bitrate audio is downloaded in full quality', () => {
  const episode = { audioBytes: 900_000, lightSound: null }
  expect(sizesOf(episode, 'podcast')).toEqual([['sound', 900_000]])
  expect(sizesOf({ ...episode, lightSound: { bytes: 200_000 } }, 'podcast')[0]).toEqual(['light', 200_000])
})

test('a free book with an EPUB that is made from its PDF is saved with that file, a priced one is not', () => {
  const offering = { ...book, pdfUrl: '/media/a.pdf', price: 0, madeEpub: { url: '/media/a.pdf/book.epub', bytes: 20_000 } }
  expect(sizesOf(offering)).toContainEqual(['made-epub', 37_000])
  expect(sizesOf({ ...offering, price: 3 }).map(([name]) => name)).not.toContain('made-epub')
})
