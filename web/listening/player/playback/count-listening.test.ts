import { expect, test } from 'vitest'
import { createListening } from './count-listening.ts'

const LENGTH = 1000

function listenTo(...parts: [from: number, to: number][]) {
  const reports: string[] = []
  const listening = createListening((event, seconds) => reports.push(seconds ? `${event} ${seconds}` : event))
  listening.start()
  for (const [from, to] of parts) for (let at = from; at <= to; at++) listening.advance(at, LENGTH)
  return { reports, listening }
}

test('listening is reported when playback starts and every five minutes; completion is reported once, when 90 % of the episode was played', () => {
  const { reports, listening } = listenTo([0, 1000], [0, 5])
  expect(reports).toEqual(['opened', 'listened 300', 'listened 300', 'finished', 'listened 300'])
  listening.start()
  listening.flush()
  expect(reports.slice(5)).toEqual(['listened 105'])
})

test('skipped parts of an episode do not count as played', () => {
  const { reports, listening } = listenTo([0, 20], [950, 999])
  listening.flush()
  expect(reports).toEqual(['opened', 'listened 69'])
})

test('in a resumed episode, the part before the resume position counts as played', () => {
  expect(listenTo([800, 900]).reports).toEqual(['opened', 'finished'])
})

test('a few seconds of listening are not reported', () => {
  const { reports, listening } = listenTo([0, 9])
  listening.flush()
  expect(reports).toEqual(['opened'])
})

test('completion is not reported while the episode’s length is unknown', () => {
  const reports: string[] = []
  const listening = createListening((event) => reports.push(event))
  for (let at = 0; at < 100; at++) listening.advance(at, Number.NaN)
  expect(reports).toEqual([])
})
