import { expect, test } from 'vitest'
import { STORED_POSITIONS } from '#contracts/admin/retention.ts'
import { addTextPosition, parseTextPositions, type StoredTextPosition } from './stored-text-positions.ts'

const place = (book: string, page = 1): StoredTextPosition => ({ book, part: 1, block: 0, offset: 0, page })

test('each book has one position, and only the newest positions are stored', () => {
  let list: StoredTextPosition[] = []
  for (let book = 0; book <= STORED_POSITIONS; book++) list = addTextPosition(list, place(`${book}`))
  list = addTextPosition(list, place('7', 9))
  expect(list).toHaveLength(STORED_POSITIONS)
  expect(list.filter(({ book }) => book === '7')).toEqual([place('7', 9)])
})

test('invalid stored positions are ignored', () => {
  expect(parseTextPositions(JSON.stringify([place('a'), { ...place('b'), part: 0 }, { ...place('c'), offset: '1' }, null]))).toEqual([
    place('a'),
  ])
})
