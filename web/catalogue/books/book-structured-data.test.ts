import { expect, test } from 'vitest'
import type { CatalogueBookDetails } from '#web/lib/api/api.ts'
import { bookData } from './book-structured-data.ts'

const book = {
  slug: 'a-book',
  title: 'A book',
  author: 'Tapiwa Gumbo',
  coverImage: '/cover.webp',
  pdfUrl: '/book.pdf',
  price: 0,
  contents: [],
  subjects: [],
  contributors: [],
  editions: [],
} as unknown as CatalogueBookDetails

/** Returns the names of the chapters, each with the names of its parts. */
function chaptersOf(contents: [depth: number, title: string][]) {
  const entries = contents.map(([depth, title], index) => ({ depth, title, page: index + 1, label: String(index + 1) }))
  const [data] = bookData({ ...book, contents: entries }, 'https://books.example') as {
    hasPart?: { name: string; hasPart?: { name: string }[] }[]
  }[]
  return data?.hasPart?.map(({ name, hasPart }) => [name, ...(hasPart ?? []).map((part) => part.name)])
}

test('every chapter is listed below the part that contains it', () => {
  const parts: [number, string][] = [
    [0, 'Preface'],
    [0, 'Part one'],
    [1, 'Rain'],
    [2, 'A section'],
    [1, 'Sun'],
    [0, 'Part two'],
    [1, 'Wind'],
  ]
  expect(chaptersOf(parts)).toEqual([['Preface'], ['Part one', 'Rain', 'Sun'], ['Part two', 'Wind']])
})

test('a contents entry for the book title above all chapters is not listed as a chapter', () => {
  expect(
    chaptersOf([
      [0, 'A book'],
      [1, 'Rain'],
      [1, 'Sun'],
      [2, 'A section'],
    ]),
  ).toEqual([['Rain'], ['Sun']])
})

test('a single chapter is listed, and a book without a table of contents has no chapters', () => {
  expect(chaptersOf([[0, 'Rain']])).toEqual([['Rain']])
  expect(chaptersOf([])).toBeUndefined()
})

test('the files of a free book include the EPUB that is made from its PDF, those of a priced book are not named', () => {
  const pdf = { format: 'pdf' as const, url: '/book.pdf', type: 'application/pdf', bytes: 100, previewUrl: null }
  const offering = { ...book, editions: [pdf], madeEpub: { url: '/book.pdf/book.epub', bytes: 50 } }
  const filesOf = (item: CatalogueBookDetails) => JSON.stringify(bookData(item, 'https://books.example'))
  expect(filesOf(offering)).toContain(
    '"contentUrl":"https://books.example/book.pdf/book.epub","encodingFormat":"application/epub+zip","contentSize":"50 B"',
  )
  expect(filesOf({ ...offering, price: 3 })).not.toContain('book.epub')
})
