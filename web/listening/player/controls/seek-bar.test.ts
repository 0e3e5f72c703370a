import { createElement } from 'react'
import { renderToStaticMarkup } from 'react-dom/server'
import { expect, test } from 'vitest'
import { drawGaps, formatSpokenTime, SeekBar } from './seek-bar.tsx'

test.each([
  [0, '0 seconds'],
  [1.9, '1 second'],
  [65, '1 minute 5 seconds'],
  [3600, '1 hour'],
  [7325, '2 hours 2 minutes 5 seconds'],
])('%d seconds are read as “%s”', (seconds, words) => expect(formatSpokenTime(seconds)).toBe(words))

test('chapters are marked by gaps in the seek bar, except for the first chapter at its beginning', () => {
  const chapters = [0, 30, 90].map((start) => ({ start, title: '' }))
  expect(drawGaps(chapters, 120)?.match(/[\d.]+%/g)).toEqual(['25.00%', '75.00%'])
  expect([drawGaps(chapters, 0), drawGaps([], 120)]).toEqual([undefined, undefined])
})

test.each([
  [0, '0:00', '1:40'],
  [99.5, '1:39', '0:01'],
  [99.7, '1:40', '0:00'],
])('the times beside the seek bar of a recording of 99.7 seconds at %d seconds are %s and %s', (seconds, elapsed, remaining) => {
  const bar = createElement(SeekBar, { seconds, length: 99.7, chapters: [], waiting: false, onSeek: () => {} })
  expect(renderToStaticMarkup(bar).match(/\d:\d\d(?=<)/g)).toEqual([elapsed, remaining])
})
