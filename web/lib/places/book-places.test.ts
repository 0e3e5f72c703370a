import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { STORED_POSITIONS } from '#contracts/admin/retention.ts'
import { createFakeStorage } from '#tests/support/fake-storage.ts'
import {
  confirmBookPlace,
  findBookPlace,
  openBookPlace,
  parseBookPlaces,
  receiveBookPlace,
  takePreviewPlace,
  toBookPlace,
} from './book-places.ts'

const text = (page = 1) => ({ part: 1, block: 0, offset: 0, page })
const former = (book: string, page = 1) => ({ book, ...text(page) })
const stored = () => JSON.parse(localStorage.getItem('readingPositions') ?? '[]')

beforeEach(() => void vi.stubGlobal('localStorage', createFakeStorage()))
afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

function readTo(book: string, page: number) {
  const place = openBookPlace(book)
  place.act({ page })
  place.save()
}

test('the places in the latest fifty books are stored, one per book', () => {
  for (let book = 0; book < STORED_POSITIONS + 10; book++) readTo(`${book}`, 2)
  readTo('59', 9)
  expect(stored()).toHaveLength(STORED_POSITIONS)
  expect(stored().filter(({ book }: { book: string }) => book === '59')).toMatchObject([{ book: '59', page: 9 }])
  expect(findBookPlace('9')).toBeUndefined()
})

test('an invalid stored value is parsed as an empty list', () => {
  for (const text of ['', '{', '{}', 'null', '[1, null, {"book": 1, "page": 2}, {"book": "a", "page": 1}, {"book": "a", "page": "2"}]'])
    expect(parseBookPlaces(text)).toEqual([])
  expect(parseBookPlaces('[{"book":"a","page":2}]')).toEqual([{ book: 'a', page: 2 }])
})

test('invalid stored text positions, times and empty places are ignored', () => {
  const invalid = [{ ...text(), part: 0 }, { ...text(), offset: '1' }, { ...text(), words: 1 }, null]
  const places = [
    { book: 'a', text: text() },
    { book: 'b', page: 2, at: 'now' },
    { book: 'c', shared: 'v1' },
    ...invalid.map((each, index) => ({ book: `${index}`, text: each })),
  ]
  expect(parseBookPlaces(JSON.stringify(places))).toEqual([{ book: 'a', text: text() }])
})

test('text positions stored under the key of earlier versions of the site are read, and written under the present key', () => {
  const places = JSON.stringify([
    { book: 'a', page: 4, shared: 'v1' },
    { book: 'b', page: 2 },
  ])
  const texts = JSON.stringify([former('a', 4), former('c'), { ...former('b'), part: 0 }, { ...former('d'), offset: '1' }, null])
  localStorage.setItem('readingPositions', places)
  localStorage.setItem('readingPlaces', texts)
  expect(findBookPlace('a')).toEqual({ place: { page: 4, text: { part: 1, block: 0, offset: 0 } }, at: 0, shared: 'v1' })
  readTo('b', 3)
  expect(localStorage.getItem('readingPlaces')).toBeNull()
  expect(stored()).toMatchObject([
    { book: 'b', page: 3 },
    { book: 'a', page: 4, shared: 'v1', text: text(4) },
    { book: 'c', text: text() },
  ])
})

test('of a place stored by earlier versions, the page wins over a text position on another page', () => {
  expect(toBookPlace({ page: 14, text: text(1) })).toEqual({ page: 14 })
  expect(toBookPlace({ page: 14, text: text(14) })).toEqual({ page: 14, text: { part: 1, block: 0, offset: 0 } })
  expect(toBookPlace({ text: text(1) })).toEqual({ page: 1, text: { part: 1, block: 0, offset: 0 } })
})

test('the first words at a position in the text are stored with it', () => {
  const place = openBookPlace('a')
  place.act({ page: 1, text: { part: 1, block: 3, offset: 120, words: 'The lamp stood' } })
  place.save()
  expect(findBookPlace('a')?.place).toEqual({ page: 1, text: { part: 1, block: 3, offset: 120, words: 'The lamp stood' } })
})

test('a place that another browser reached later is stored, an earlier one is not', () => {
  vi.useFakeTimers({ now: 50_000 })
  readTo('a', 5)
  expect(receiveBookPlace('a', { place: { page: 3 }, at: 40_000 }, 'v1')).toBe(false)
  expect(findBookPlace('a')).toMatchObject({ place: { page: 5 }, shared: undefined })
  vi.setSystemTime(70_000)
  expect(receiveBookPlace('a', { place: { page: 9 }, at: 60_000 }, 'v2')).toBe(true)
  expect(findBookPlace('a')).toEqual({ place: { page: 9 }, at: 60_000, shared: 'v2' })
})

test('the version of a shared place is not recorded for a place that was read since', () => {
  vi.useFakeTimers({ now: 1000 })
  readTo('a', 5)
  vi.setSystemTime(2000)
  readTo('a', 6)
  confirmBookPlace('a', { at: 1000 }, 'v1')
  expect(findBookPlace('a')?.shared).toBeUndefined()
  confirmBookPlace('a', { at: 2000 }, 'v2')
  expect(findBookPlace('a')).toMatchObject({ place: { page: 6 }, shared: 'v2' })
})

test('a book takes the place of its preview only if it has no place', () => {
  readTo('a-preview', 5)
  expect(takePreviewPlace('a')).toEqual({ page: 5 })
  readTo('a', 9)
  expect(takePreviewPlace('a')).toBeUndefined()
  expect(findBookPlace('a')?.place).toEqual({ page: 9 })
})

test('a place that storage refuses is used until the page is closed, and stored with the next place that fits', () => {
  readTo('a', 3)
  const full = vi.spyOn(localStorage, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  const place = openBookPlace('a')
  place.act({ page: 7 })
  expect(place.save()).toBe(false)
  expect(findBookPlace('a')?.place).toEqual({ page: 7 })
  expect(stored()).toMatchObject([{ book: 'a', page: 3 }])
  full.mockRestore()
  readTo('b', 2)
  expect(stored()).toMatchObject([
    { book: 'b', page: 2 },
    { book: 'a', page: 7 },
  ])
})
