import { describe, expect, test } from 'vitest'
import { findPosition, parsePositions, updatePosition } from './listening-position.ts'

const length = 1000

describe('updatePosition', () => {
  test('an episode resumes at the stored position', () => {
    const list = updatePosition([], { episode: 'a', seconds: 62.8, length })
    expect(findPosition(list, 'a')).toBe(62)
    expect(findPosition(list, 'b')).toBe(0)
  })
  test('the newest position in an episode replaces the previous one and moves to the front of the list', () => {
    let list = updatePosition([], { episode: 'a', seconds: 100, length })
    list = updatePosition(list, { episode: 'b', seconds: 50, length })
    list = updatePosition(list, { episode: 'a', seconds: 200, length })
    expect(list).toEqual([
      { episode: 'a', seconds: 200 },
      { episode: 'b', seconds: 50 },
    ])
  })
  test.each([0, 4.9, 980, 1000])('no resume position is stored at %d of 1000 seconds', (seconds) => {
    const before = [{ episode: 'a', seconds: 500 }]
    expect(updatePosition(before, { episode: 'a', seconds, length })).toEqual([])
  })
  test('the positions in the last fifty episodes are stored', () => {
    let list: ReturnType<typeof parsePositions> = []
    for (let number = 1; number <= 60; number++) list = updatePosition(list, { episode: `e${number}`, seconds: 60, length })
    expect(list).toHaveLength(50)
    expect(findPosition(list, 'e60')).toBe(60)
    expect(findPosition(list, 'e10')).toBe(0)
  })
})

describe('parsePositions', () => {
  test('stored listening positions are parsed', () => {
    const list = updatePosition([], { episode: 'a', seconds: 62, length })
    expect(parsePositions(JSON.stringify(list))).toEqual(list)
  })
  test.each([
    null,
    '',
    '{',
    '{}',
    'null',
    '[null, 7, {"episode":"a"}, {"episode":"a","seconds":"9"}, {"episode":"a","seconds":-1}, {"seconds":9}]',
  ])('treats %s as empty', (text) => expect(parsePositions(text)).toEqual([]))
})
