import { expect, test } from 'vitest'
import { MAX_BOOKMARKS } from '#contracts/admin/retention.ts'
import { type Bookmark, parseBookmarks, toggleBookmark } from './bookmarks.ts'

test('bookmarking a page a second time removes the bookmark', () => {
  const one = toggleBookmark([], { book: 'a', page: 2 })
  const both = toggleBookmark(one, { book: 'b', page: 2 })
  expect(both).toEqual([
    { book: 'b', page: 2 },
    { book: 'a', page: 2 },
  ])
  expect(toggleBookmark(both, { book: 'b', page: 2 })).toEqual(one)
})

test('only the newest bookmarks are stored', () => {
  let list: Bookmark[] = []
  for (let page = 1; page <= MAX_BOOKMARKS + 1; page++) list = toggleBookmark(list, { book: 'a', page })
  expect(list).toHaveLength(MAX_BOOKMARKS)
  expect([list[0]?.page, list.at(-1)?.page]).toEqual([MAX_BOOKMARKS + 1, 2])
})

test('invalid stored bookmarks are ignored', () => {
  expect(parseBookmarks('[{"book":"a","page":1},{"book":"a","page":0},{"page":3},null]')).toEqual([{ book: 'a', page: 1 }])
  expect(parseBookmarks('{')).toEqual([])
})
