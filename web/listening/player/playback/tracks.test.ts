import { expect, test } from 'vitest'
import { findNextTrack, findPreviousTrack } from './tracks.ts'

const chapters = [0, 60, 300].map((start) => ({ start, title: `Chapter at ${start}` }))

test('“next” leads to the next chapter; after the last one, the recording has none', () => {
  expect([0, 59, 60, 299, 300].map((seconds) => findNextTrack(seconds, { length: 400, chapters }))).toEqual([60, 60, 300, 300, undefined])
})

test('“previous” leads to the start of the chapter, or to the chapter before it within three seconds of its start', () => {
  expect([0, 2, 61, 63, 299, 302, 303].map((seconds) => findPreviousTrack(seconds, chapters))).toEqual([0, 0, 0, 60, 60, 60, 300])
})

test('without chapters, “next” skips thirty seconds within the recording, and “previous” fifteen', () => {
  expect([0, 69, 70, 99].map((seconds) => findNextTrack(seconds, { length: 100, chapters: [] }))).toEqual([30, 99, undefined, undefined])
  expect(findNextTrack(70, { length: 0, chapters: [] })).toBe(100)
  expect([7, 40].map((seconds) => findPreviousTrack(seconds, []))).toEqual([0, 25])
})
