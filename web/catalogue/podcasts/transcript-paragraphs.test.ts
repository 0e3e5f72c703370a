import { expect, test } from 'vitest'
import { toParagraphs } from './transcript-paragraphs.ts'

const line = (startTime: number, body: string, speaker?: string) => ({
  startTime,
  endTime: startTime + 2,
  body,
  ...(speaker && { speaker }),
})

test('consecutive lines of one speaker form one paragraph, whose start time is that of its first line', () => {
  const lines = [
    line(1, 'Good\nmorning', 'Mai Chipo'),
    line(3, 'to all.', 'Mai Chipo'),
    line(5, 'Welcome.', 'Guest'),
    line(7, 'Thank you.', 'Guest'),
  ]
  expect(toParagraphs(lines)).toEqual([
    { start: 1, speaker: 'Mai Chipo', text: 'Good morning to all.' },
    { start: 5, speaker: 'Guest', text: 'Welcome. Thank you.' },
  ])
})

test('a long paragraph ends at a sentence end, or else at any line, and the next paragraph does not repeat the speaker', () => {
  const half = `${'word '.repeat(40)}on`
  const sentences = [line(0, half, 'A'), line(9, `${half}.`, 'A'), line(20, 'Next.', 'A')]
  expect(toParagraphs(sentences).map(({ start, speaker }) => [start, speaker])).toEqual([
    [0, 'A'],
    [20, undefined],
  ])
  const endless = Array.from({ length: 12 }, (_, index) => line(index, half))
  expect(toParagraphs(endless).every(({ text }) => text.length < 900)).toBe(true)
  expect(
    toParagraphs(endless)
      .map(({ text }) => text)
      .join(' '),
  ).toBe(endless.map(({ body }) => body).join(' '))
})

test('a transcript without lines has no paragraphs', () => {
  expect(toParagraphs([])).toEqual([])
})
