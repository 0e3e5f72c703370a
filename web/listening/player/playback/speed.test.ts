import { expect, test } from 'vitest'
import { parseShowSpeeds, parseSpeed, SPEEDS } from './speed.ts'

test('speeds from 0.5 to 3 are offered in steps of a tenth', () => {
  expect(SPEEDS.map(String)).toEqual([...'56789'].map((tenth) => `0.${tenth}`).concat(...['1', '2'].map(tenthsFrom), '3'))
  for (const speed of SPEEDS) expect(parseSpeed(String(speed))).toBe(speed)
})
const tenthsFrom = (whole: string) => [whole, ...[...'123456789'].map((tenth) => `${whole}.${tenth}`)]

test('a speed of an earlier version of the site, which is none of the steps, is preserved', () => expect(parseSpeed('1.25')).toBe(1.25))

test.each([null, '', '3.1', '0.4', '-1', 'Infinity', 'fast'])('a stored playback speed of %s falls back to normal speed', (text) =>
  expect(parseSpeed(text)).toBe(1),
)

test('a speed that no show can have is omitted from the stored list', () => {
  const stored = [{ show: 'a', speed: 1.5 }, { show: 'b', speed: 9 }, { show: 3, speed: 1 }, { show: 'c' }, null]
  expect(parseShowSpeeds(JSON.stringify(stored))).toEqual([{ show: 'a', speed: 1.5 }])
  expect(parseShowSpeeds('{')).toEqual([])
})
