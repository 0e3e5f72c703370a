import { expect, test } from 'vitest'
import { REMEMBERED_PLACES } from '#contracts/admin/retention.ts'
import { addPlace, parsePlaces, type StoredPlace } from './stored-positions.ts'

const place = (book: string, page = 1): StoredPlace => ({ book, part: 1, block: 0, offset: 0, page })

test('each book has one position, and only the newest positions are stored', () => {
  let list: StoredPlace[] = []
  for (let book = 0; book <= REMEMBERED_PLACES; book++) list = addPlace(list, place(`${book}`))
  list = addPlace(list, place('7', 9))
  expect(list).toHaveLength(REMEMBERED_PLACES)
  expect(list.filter(({ book }) => book === '7')).toEqual([place('7', 9)])
})

test('invalid stored positions are ignored', () => {
  expect(parsePlaces(JSON.stringify([place('a'), { ...place('b'), part: 0 }, { ...place('c'), offset: '1' }, null]))).toEqual([place('a')])
})
