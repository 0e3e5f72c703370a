import { expect, test } from 'vitest'
import { MAX_BOOKMARKS } from '#contracts/admin/retention.ts'
import { MAX_NOTE, parseSoundBookmarks, putSoundBookmark, type SoundBookmark } from './sound-bookmarks.ts'

const at = (seconds: number, note?: string): SoundBookmark => ({ recording: 'talk', seconds, ...(note && { note }) })

test('a bookmark is stored by its whole second, newest first', () => {
  expect(putSoundBookmark([at(5)], at(83.7, ' a thought '))).toEqual([at(83, 'a thought'), at(5)])
})

test('a second has one bookmark in a recording, whose note remains until another one is given', () => {
  const list = [at(83, 'a thought'), { ...at(83), recording: 'other' }]
  expect(putSoundBookmark(list, at(83))).toEqual(list)
  expect(putSoundBookmark(list, at(83, 'another'))[0]).toEqual(at(83, 'another'))
  expect(putSoundBookmark(list, { ...at(83), note: ' ' })[0]).toEqual(at(83))
})

test('a long note is cut off, and the oldest bookmark is dropped when there are too many', () => {
  const full = Array.from({ length: MAX_BOOKMARKS }, (_, index) => at(index))
  const list = putSoundBookmark(full, at(9999, 'x'.repeat(MAX_NOTE + 1)))
  expect(list).toHaveLength(MAX_BOOKMARKS)
  expect(list[0]?.note).toHaveLength(MAX_NOTE)
  expect(list.at(-1)).toEqual(at(MAX_BOOKMARKS - 2))
})

test('invalid bookmarks are omitted from the stored list', () => {
  const stored = [
    at(1),
    { recording: 'talk' },
    { recording: 'talk', seconds: 1.5 },
    { recording: 'talk', seconds: -1 },
    { seconds: 1 },
    null,
  ]
  expect(parseSoundBookmarks(JSON.stringify([...stored, { ...at(2), note: 3 }]))).toEqual([at(1)])
  expect(parseSoundBookmarks('{}')).toEqual([])
})
