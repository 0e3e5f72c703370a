import { expect, test } from 'vitest'
import { parseSettings, stepSize } from './reading-settings.ts'

const DEFAULTS = {
  view: 'pages',
  fit: 'auto',
  size: '2',
  spacing: 'normal',
  margins: 'medium',
  face: 'serif',
  align: 'start',
  hyphens: 'auto',
  ground: 'paper',
}

test('unknown values in stored reading settings fall back to the defaults', () => {
  for (const text of [null, '', 'null', '[1]', '{', '"x"', '{"size":"9","ground":3}']) expect(parseSettings(text)).toEqual(DEFAULTS)
  expect(parseSettings('{"view":"text","ground":"night","else":1}')).toEqual({ ...DEFAULTS, view: 'text', ground: 'night' })
})

test('text size steps end at the smallest and the largest size', () => {
  expect([stepSize('1', -1), stepSize('1', 1), stepSize('5', 1)]).toEqual(['1', '2', '5'])
})

test('a book with its own settings keeps its letters, but not its view, when those of all books change', () => {
  const text = '{"view":"text","size":"4","books":[{"book":"b1","size":"1","view":"pages","ground":"black"},3,{"book":"b2","size":"9"}]}'
  expect(parseSettings(text, 'b1')).toEqual({ ...DEFAULTS, view: 'text', size: '1', ground: 'black' })
  expect(parseSettings(text, 'b2')).toEqual({ ...DEFAULTS, view: 'text', size: '4' })
  expect(parseSettings(text, 'b3')).toEqual({ ...DEFAULTS, view: 'text', size: '4' })
})
