import { expect, test } from 'vitest'
import { columnsOf, roundUpCount } from './counts-chart.tsx'
import { daysOf, shortTimeName, timeName, timesBetween } from './periods.ts'
import { boughtPerHundred, formatListening } from './words.ts'

test('a statistics period ends today and has the stated number of days', () => {
  expect(daysOf('week', '2026-11-22')).toEqual({ from: '2026-11-16', to: '2026-11-22' })
  const { from = '', to } = daysOf('month', '2027-01-05')
  expect(timesBetween(from, to, 'day')).toHaveLength(30)
  expect(daysOf('all', '2027-01-05')).toEqual({ to: '2027-01-05' })
})

test('the period of the last 12 months consists of whole months', () => {
  const { from = '', to } = daysOf('year', '2026-02-28')
  expect(from).toBe('2025-03-01')
  expect(timesBetween(from, to, 'month')).toHaveLength(12)
})

test('days without counts are chart columns of height zero', () => {
  const counts = { time: '2026-11-02', viewed: 3, opened: 1, previewed: 0, finished: 0, listenedSeconds: 0, bought: 0 }
  const columns = columnsOf({ from: '2026-10-31', to: '2026-11-02', unit: 'day', times: [counts] })
  expect(columns.map(({ time, viewed }) => [time, viewed])).toEqual([
    ['2026-10-31', 0],
    ['2026-11-01', 0],
    ['2026-11-02', 3],
  ])
})

test.each([
  [0, 2],
  [1, 2],
  [3, 4],
  [7, 8],
  [10, 10],
  [11, 20],
  [59, 60],
  [61, 80],
  [2300, 4000],
])('a chart scale for %i views ends at %i, whose half is an integer', (highest, top) => {
  expect(roundUpCount(highest)).toBe(top)
})

test('days and months are written in full in tables, and abbreviated below a chart', () => {
  expect(['2026-11-02', '2026-11'].map(timeName)).toEqual(['2 November 2026', 'November 2026'])
  expect(['2026-11-02', '2026-11'].map(shortTimeName)).toEqual(['2 Nov', 'Nov 26'])
  expect(shortTimeName('2026-09')).toBe('Sep 26')
})

test('listening time is formatted in minutes and hours', () => {
  expect([59, 3599, 3660, 360_000].map(formatListening)).toEqual(['1 min', '1 h 0 min', '1 h 1 min', '100 h 0 min'])
})

test('the number of purchases per hundred page views is returned only with enough views and at least one purchase', () => {
  expect(boughtPerHundred({ viewed: 19, bought: 5 })).toBeUndefined()
  expect(boughtPerHundred({ viewed: 400, bought: 0 })).toBeUndefined()
  expect(boughtPerHundred({ viewed: 400, bought: 3 })).toBe('0.8')
})
