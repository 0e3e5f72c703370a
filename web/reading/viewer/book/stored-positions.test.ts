import { expect, test } from 'vitest'
import { STORED_POSITIONS } from '#contracts/admin/retention.ts'
import { addPosition, type Position, parsePositions } from './stored-positions.ts'

const text = (page = 1) => ({ part: 1, block: 0, offset: 0, page })
const former = (book: string, page = 1) => ({ book, ...text(page) })

test('the reading positions of the latest fifty books are stored, one per book', () => {
  let list = parsePositions(null)
  for (let book = 0; book < 60; book++) list = addPosition(list, { book: `${book}`, page: 2 })
  list = addPosition(list, { book: '59', page: 9 })
  expect(list).toHaveLength(50)
  expect(list.filter(({ book }) => book === '59')).toEqual([{ book: '59', page: 9 }])
})

test('an invalid stored value is parsed as an empty list', () => {
  for (const text of ['', '{', '{}', 'null', '[1, null, {"book": 1, "page": 2}, {"book": "a", "page": 1}, {"book": "a", "page": "2"}]'])
    expect(parsePositions(text)).toEqual([])
  expect(parsePositions('[{"book":"a","page":2}]')).toEqual([{ book: 'a', page: 2 }])
})

test('each book has a single text position, and only the newest positions are stored', () => {
  let list: Position[] = []
  for (let book = 0; book <= STORED_POSITIONS; book++) list = addPosition(list, { book: `${book}`, text: text() })
  list = addPosition(list, { book: '7', text: text(9) })
  expect(list).toHaveLength(STORED_POSITIONS)
  expect(list.filter(({ book }) => book === '7')).toEqual([{ book: '7', text: text(9) }])
})

test('storing a page preserves the book’s text position, and storing a text position preserves the page', () => {
  const page = addPosition([{ book: 'a', page: 2, shared: 'v1' }], { book: 'a', text: text(3) })
  expect(page).toEqual([{ book: 'a', page: 2, shared: 'v1', text: text(3) }])
  expect(addPosition(page, { book: 'a', page: 3 })).toEqual([{ book: 'a', page: 3, shared: 'v1', text: text(3) }])
})

test('invalid stored text positions are ignored', () => {
  const invalid = [{ ...text(), part: 0 }, { ...text(), offset: '1' }, null]
  const stored = [{ book: 'a', text: text() }, ...invalid.map((each, index) => ({ book: `${index}`, text: each }))]
  expect(parsePositions(JSON.stringify(stored))).toEqual([{ book: 'a', text: text() }])
})

test('text positions stored under the key of earlier versions of the site are read', () => {
  const stored = JSON.stringify([
    { book: 'a', page: 4, shared: 'v1' },
    { book: 'b', page: 2 },
  ])
  const texts = JSON.stringify([former('a', 4), former('c'), { ...former('b'), part: 0 }, { ...former('d'), offset: '1' }, null])
  expect(parsePositions(stored, texts)).toEqual([
    { book: 'a', page: 4, shared: 'v1', text: text(4) },
    { book: 'b', page: 2 },
    { book: 'c', text: text() },
  ])
  expect(parsePositions(null, texts).map(({ book }) => book)).toEqual(['a', 'c'])
})
