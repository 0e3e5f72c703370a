import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { STORED_HEARD } from '#contracts/admin/retention.ts'
import { createFakeStorage } from '#tests/support/fake-storage.ts'
import { findEpisodePlace, isAtEnd, markHeard, openEpisodePlace, parseEpisodePlaces } from './episode-places.ts'

const HOURS = 3600
const stored = () => JSON.parse(localStorage.getItem('listeningPositions') ?? '[]')

beforeEach(() => void vi.stubGlobal('localStorage', createFakeStorage()))
afterEach(() => vi.unstubAllGlobals())

function hear(episode: string, seconds: number, length = 1000, more: { ended?: boolean } = {}) {
  const place = openEpisodePlace(episode)
  place.act({ seconds, length, ...more })
  place.save()
}

test('an episode resumes at the second at which it was last heard, and the latest three hundred episodes are stored', () => {
  for (let number = 1; number <= STORED_HEARD + 10; number++) hear(`e${number}`, 60)
  hear('e20', 62.8)
  expect(findEpisodePlace('e20')).toMatchObject({ seconds: 62 })
  expect(findEpisodePlace('e10')).toBeUndefined()
  expect(stored()).toHaveLength(STORED_HEARD)
})

test('an episode that was opened for less than five seconds has no place, but seeking back to its start is a place', () => {
  hear('a', 4.9)
  expect(findEpisodePlace('a')).toBeUndefined()
  hear('a', 500)
  hear('a', 2.5)
  expect(findEpisodePlace('a')).toMatchObject({ seconds: 2 })
})

test('a three-hour recording paused three and a half minutes before its end resumes there', () => {
  hear('a', 3 * HOURS - 210, 3 * HOURS)
  expect(findEpisodePlace('a')).toMatchObject({ seconds: 3 * HOURS - 210 })
  expect(findEpisodePlace('a')?.finished).toBeUndefined()
})

test('a finished episode starts over, and is remembered as finished while it is heard again', () => {
  hear('a', 1000, 1000, { ended: true })
  expect(findEpisodePlace('a')).toMatchObject({ seconds: 0, finished: true })
  hear('a', 3)
  expect(findEpisodePlace('a')).toMatchObject({ seconds: 0, finished: true })
  hear('a', 300)
  expect(findEpisodePlace('a')).toMatchObject({ seconds: 300, finished: true })
})

test('an episode of which only a part was received is not finished where that part ends', () => {
  hear('a', 300, 1000, { ended: true })
  expect(findEpisodePlace('a')).toMatchObject({ seconds: 300 })
  expect(findEpisodePlace('a')?.finished).toBeUndefined()
})

describe('an episode is finished', () => {
  test('when less than thirty seconds are left; of a short recording, a quarter', () => {
    expect(isAtEnd(970, 1000)).toBe(false)
    expect(isAtEnd(971, 1000)).toBe(true)
    expect(isAtEnd(45, 60)).toBe(false)
    expect(isAtEnd(46, 60)).toBe(true)
    expect(isAtEnd(46, Number.NaN)).toBe(false)
    expect(isAtEnd(0, 0)).toBe(false)
  })
  test('from the beginning of a last chapter with credits, unless that is longer than three minutes or the only one', () => {
    const chapters = (title: string, start: number) => [
      { start: 0, title: 'The road' },
      { start, title },
    ]
    for (const title of ['Credits', 'Closing credits', 'Outro', 'End music and credits']) {
      expect(isAtEnd(900, 1000, chapters(title, 900))).toBe(true)
      expect(isAtEnd(899, 1000, chapters(title, 900))).toBe(false)
    }
    expect(isAtEnd(900, 1000, chapters('Questions', 900))).toBe(false)
    expect(isAtEnd(900, 1000, chapters('Accredited teachers', 900))).toBe(false)
    expect(isAtEnd(900, 1000, chapters('Credits', 700))).toBe(false)
    expect(isAtEnd(900, 1000, [{ start: 900, title: 'Credits' }])).toBe(false)
  })
})

describe('parseEpisodePlaces', () => {
  test('places stored by earlier versions are read', () => {
    expect(parseEpisodePlaces('[{"episode":"a","seconds":62}]')).toEqual([{ episode: 'a', seconds: 62 }])
  })
  test.each([
    null,
    '',
    '{',
    '{}',
    'null',
    '[null, 7, {"episode":"a"}, {"episode":"a","seconds":"9"}, {"episode":"a","seconds":-1}, {"seconds":9}, {"episode":"a","seconds":0}]',
    '[{"episode":"a","seconds":9,"finished":"yes"}, {"episode":"a","seconds":9,"at":"now"}]',
  ])('%s is treated as empty', (text) => expect(parseEpisodePlaces(text)).toEqual([]))
})

test('an episode is marked as played or as not played, and the former place is restored', () => {
  hear('a', 500)
  const undo = markHeard('a', true)
  expect(findEpisodePlace('a')).toMatchObject({ seconds: 0, finished: true })
  undo()
  expect(findEpisodePlace('a')).toMatchObject({ seconds: 500 })
  const undoSecond = markHeard('a', false)
  expect(findEpisodePlace('a')).toBeUndefined()
  undoSecond()
  expect(findEpisodePlace('a')).toMatchObject({ seconds: 500 })
  markHeard('b', true)()
  expect(findEpisodePlace('b')).toBeUndefined()
})

test('a tab in which the episode is open does not store its old place again after another one marked it as played', () => {
  const place = openEpisodePlace('a')
  place.act({ seconds: 400, length: 1000 })
  place.save()
  markHeard('a', true)
  place.save()
  expect(findEpisodePlace('a')).toMatchObject({ seconds: 0, finished: true })
})
