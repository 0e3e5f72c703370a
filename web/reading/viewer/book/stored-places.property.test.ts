import { afterEach, expect, test, vi } from 'vitest'
import { createFakeStorage } from '#tests/support/fake-storage.ts'
import fc from '#tests/support/property-testing.ts'
import { parseHighlights } from '#web/lib/highlights/stored-highlights.ts'
import { type BookPlace, findBookPlace, openBookPlace } from '#web/lib/places/book-places.ts'
import { parseBookmarks } from './bookmarks.ts'

const count = fc.nat({ max: 5000 })
const words = fc.string({ unit: 'grapheme', maxLength: 80 })
const edition = fc.stringMatching(/^[0-9a-f]{16}$/)
const at = fc.nat({ max: 2 ** 41 })
const page = fc.integer({ min: 1, max: 9999 })
const text = fc.record({ part: fc.integer({ min: 1, max: 1500 }), block: count, offset: count })

type Shape = { keys: Record<string, unknown[]>; place: BookPlace }
const stored = (keys: Shape['keys'], place: BookPlace): Shape => ({ keys, place })

/** Every shape in which a version of the site has stored the place in a book, with the place that it means. */
const SHAPES: Record<string, fc.Arbitrary<Shape>> = {
  'a page': page
    .filter((number) => number > 1)
    .map((number) => stored({ readingPositions: [{ book: 'a', page: number }] }, { page: number })),
  'a position in the text under a key of its own': fc
    .tuple(page, text)
    .map(([number, position]) => stored({ readingPlaces: [{ book: 'a', ...position, page: number }] }, { page: number, text: position })),
  'a page and a position in the text under two keys, of which the page was stored later': fc
    .tuple(page, page, text)
    .filter(([one, other]) => one > 1 && one !== other)
    .map(([number, before, position]) =>
      stored(
        { readingPositions: [{ book: 'a', page: number }], readingPlaces: [{ book: 'a', ...position, page: before }] },
        { page: number },
      ),
    ),
  'a page with time and version of the server': fc
    .tuple(page, at)
    .filter(([number]) => number > 1)
    .map(([number, time]) => stored({ readingPositions: [{ book: 'a', page: number, at: time, shared: 'v1' }] }, { page: number })),
  'a position in the text with its page': fc
    .tuple(page, text, at)
    .map(([number, position, time]) =>
      stored(
        { readingPositions: [{ book: 'a', ...(number > 1 && { page: number }), text: { ...position, page: number }, at: time }] },
        { page: number, text: position },
      ),
    ),
  'a page with words and edition': fc
    .tuple(page, words, edition, at)
    .filter(([number]) => number > 1)
    .map(([number, said, file, time]) =>
      stored(
        { readingPositions: [{ book: 'a', page: number, words: said, edition: file, at: time }] },
        { page: number, words: said, edition: file },
      ),
    ),
  'a position in the text with words and edition': fc.tuple(page, text, words, edition, at).map(([number, position, said, file, time]) =>
    stored(
      {
        readingPositions: [
          { book: 'a', ...(number > 1 && { page: number }), text: { ...position, words: said, page: number }, edition: file, at: time },
        ],
      },
      { page: number, text: { ...position, words: said }, edition: file },
    ),
  ),
}

afterEach(() => void vi.unstubAllGlobals())

function store(keys: Shape['keys']) {
  vi.stubGlobal('localStorage', createFakeStorage())
  for (const [key, list] of Object.entries(keys)) localStorage.setItem(key, JSON.stringify(list))
}

test.for(Object.entries(SHAPES))(
  'a place in a book that was stored as %s is read as the same place, and written so that it stays it',
  ([, shape]) => {
    fc.assert(
      fc.property(shape, ({ keys, place }) => {
        store(keys)
        expect(findBookPlace('a')?.place).toEqual(place)
        const tracker = openBookPlace('a')
        tracker.act(place)
        tracker.save()
        expect(findBookPlace('a')?.place).toEqual(place)
        // Tabs of earlier versions ignore a place whose page and position in the text are on different pages, or that has neither.
        const [written] = JSON.parse(localStorage.getItem('readingPositions') ?? '[]')
        expect(written.page ?? 1).toBe(place.page)
        expect(written.text?.page ?? place.page).toBe(place.page)
        expect(written.page !== undefined || written.text !== undefined || place.page === 1).toBe(true)
      }),
    )
  },
)

test('bookmarks of all versions are read as they were stored, and invalid positions in the text are refused', () => {
  const bookmark = fc.record({ book: fc.string(), page, words, edition, text }, { requiredKeys: ['book', 'page'] })
  const broken = fc.oneof(
    fc.record({ part: fc.constant(0), block: count, offset: count }),
    fc.record({ part: page, block: count }),
    fc.constantFrom(null, 1, 'text', []),
  )
  fc.assert(
    fc.property(fc.array(bookmark), fc.array(fc.tuple(bookmark, broken)), (list, others) => {
      const refused = others.map(([each, position]) => ({ ...each, text: position }))
      expect(parseBookmarks(JSON.stringify([...refused, ...list]))).toEqual(JSON.parse(JSON.stringify(list)))
    }),
  )
})

test('highlights of all versions are read as they were stored', () => {
  const highlight = fc.record(
    {
      id: fc.string(),
      book: fc.string(),
      quote: words,
      note: words,
      part: page,
      fromBlock: count,
      fromOffset: count,
      toBlock: count,
      toOffset: count,
      page,
      edition,
    },
    { requiredKeys: ['id', 'book', 'quote', 'note', 'part', 'fromBlock', 'fromOffset', 'toBlock', 'toOffset', 'page'] },
  )
  fc.assert(
    fc.property(fc.array(highlight), (list) => {
      expect(parseHighlights(JSON.stringify(list))).toEqual(JSON.parse(JSON.stringify(list)))
    }),
  )
})
