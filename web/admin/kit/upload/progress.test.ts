import { describe, expect, test } from 'vitest'
import { addSample, estimate, formatTimeLeft, recordProgress, startProgress } from './progress.ts'

const MB = 1024 * 1024

/** Simulates an upload with a constant speed of `perSecond` bytes per second. */
function steady({ total, perSecond, seconds }: { total: number; perSecond: number; seconds: number }) {
  let progress = startProgress(total, 0)
  for (let second = 1; second <= seconds; second++) progress = addSample(progress, perSecond * second, total, second * 1000)
  return progress
}

describe('an estimate', () => {
  test('the upload estimate divides the remaining bytes by the upload speed', () => {
    const told = estimate(steady({ total: 10 * MB, perSecond: MB, seconds: 4 }), 4000)
    expect(told.fraction).toBeCloseTo(0.4)
    expect(told.bytesPerSecond).toBeCloseTo(MB)
    expect(told.secondsLeft).toBeCloseTo(6)
  })

  test('the upload estimate has no speed in the first second', () => {
    const told = estimate(addSample(startProgress(10 * MB, 0), MB, 10 * MB, 200), 200)
    expect(told.bytesPerSecond).toBeUndefined()
    expect(told.secondsLeft).toBeUndefined()
  })

  test('the upload estimate adapts to a slower connection within 20 seconds', () => {
    let progress = steady({ total: 1000 * MB, perSecond: 10 * MB, seconds: 20 })
    for (let second = 21; second <= 40; second++) progress = addSample(progress, 200 * MB + (second - 20) * MB, 1000 * MB, second * 1000)
    expect(estimate(progress, 40_000).bytesPerSecond).toBeCloseTo(MB, -4)
  })

  test('the estimated speed decreases while no bytes are sent, until the upload is reported as stalled', () => {
    const progress = steady({ total: 100 * MB, perSecond: MB, seconds: 8 })
    expect(estimate(progress, 16_000).bytesPerSecond).toBeLessThan(0.6 * MB)
    expect(estimate(progress, 16_000).stalled).toBe(false)
    expect(estimate(progress, 18_000)).toMatchObject({ stalled: true })
    expect(estimate(progress, 18_000).secondsLeft).toBeUndefined()
  })

  test('the upload estimate has no remaining time once all bytes are sent', () => {
    const told = estimate(steady({ total: 4 * MB, perSecond: MB, seconds: 4 }), 60_000)
    expect(told).toEqual({ fraction: 1, sentAll: true, stalled: false })
  })

  test('the upload estimate ignores bytes that were uploaded before the upload was resumed', () => {
    let progress = startProgress(100 * MB, 0)
    for (const second of [1, 2, 3]) progress = recordProgress(progress, (80 + second) * MB, 100 * MB, second * 1000)
    expect(estimate(progress, 3000).bytesPerSecond).toBeCloseTo(MB)
  })

  test('the upload progress stores only a few samples, however long the upload takes', () => {
    expect(steady({ total: 1000 * MB, perSecond: MB, seconds: 900 }).samples.length).toBeLessThan(12)
  })
})

test.each([
  [2, 'a few seconds left'],
  [36, 'about 40 seconds left'],
  [56, 'about 1 minute left'],
  [150, 'about 3 minutes left'],
  [3700, 'about 1 h 2 min left'],
])('%d seconds are formatted as %s', (seconds, text) => expect(formatTimeLeft(seconds)).toBe(text))
