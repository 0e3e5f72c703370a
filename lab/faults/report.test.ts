import { expect, test } from 'vitest'
import { isBroken, reportTable } from './report.ts'

const scenario = { number: 5, name: 'malformed requests' }

test('a measured value over its bound fails the fault scenario, and a value without a bound does not', () => {
  const [kept, broken] = [
    { name: 'answers 5xx', value: 0, atMost: 0 },
    { name: 'answers 5xx', value: 2, atMost: 0 },
  ]
  expect(isBroken({ scenario, figures: [kept, { name: 'took', value: 1e6 }] })).toBe(false)
  expect(isBroken({ scenario, figures: [kept, broken] })).toBe(true)
  expect(isBroken({ scenario, figures: [{ name: 'never measured', value: Number.NaN, atMost: 3 }] })).toBe(true)
  expect(isBroken({ scenario, figures: [kept], failure: 'it could not be started' })).toBe(true)
})

test('the table of a fault report lists the measured values, the bounds and the failures', () => {
  const figures = [
    { name: 'memory', value: 12.34, unit: 'MB', atMost: 30 },
    { name: 'took', value: 9.87, unit: 's' },
  ]
  expect(
    reportTable([{ scenario, figures, failure: 'a | b\nstack' }])
      .split('\n')
      .slice(2),
  ).toEqual([
    '| 5 malformed requests | memory | 12 MB | ≤ 30 | met |',
    '| 5 malformed requests | took | 9.9 s |  |  |',
    '| 5 malformed requests | failed | a \\| b |  | **missed** |',
  ])
})
