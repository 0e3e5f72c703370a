import { expect, test } from 'vitest'
import { parseSettings, stepSize } from './reading-settings.ts'

const DEFAULTS = { view: 'pages', size: '2', spacing: 'normal', face: 'serif', ground: 'paper' }

test('unknown values in stored reading settings fall back to the defaults', () => {
  for (const text of [null, '', 'null', '[1]', '{', '"x"', '{"size":"9","ground":3}']) expect(parseSettings(text)).toEqual(DEFAULTS)
  expect(parseSettings('{"view":"text","ground":"night","else":1}')).toEqual({ ...DEFAULTS, view: 'text', ground: 'night' })
})

test('text size steps end at the smallest and the largest size', () => {
  expect([stepSize('1', -1), stepSize('1', 1), stepSize('5', 1)]).toEqual(['1', '2', '5'])
})
