import { expect, test } from 'vitest'
import { readOperations } from './content-stream.ts'

const read = (text: string) => [...readOperations(Buffer.from(text, 'latin1'))]

test.each([
  [
    'operands of every kind',
    '/Im#201 1 -.5 (a\\)b(c)\\101) <4142 4> [1 (x)] << /K /V >> true Op',
    [{ name: 'Im#201' }, ...[1, -0.5, 'a)b(c)A', 'AB@'], [1, 'x'], { entries: new Map([['K', { name: 'V' }]]) }, null],
  ],
  ['an operator right after a number', '1 0 0 1 5 6.5cm', [1, 0, 0, 1, 5, 6.5]],
  ['a comment and delimiters without counterparts', '1 % (not a string\n ) } 2 re', [1, 2]],
  ['a string that never ends', '(abc', []],
])('a content stream with %s is read', (_name, text, operands) => {
  expect(read(text)[0]?.operands ?? []).toEqual(operands)
})

test('the data of an inline image is skipped, even when the data contains the operator EI', () => {
  const text = 'q BI /W 2 /CS /Own ID \u0001EI \u0000\u0002 /Im1 Do\u00ff\nEI Q /Im2 Do'
  expect(read(text).map(({ operator }) => operator)).toEqual(['q', 'BI', 'Q', 'Do'])
})

test('each operation has its start and end, so that the remaining content can be copied unchanged', () => {
  const text = ' 1 w  (a) Tj\n/F 2 Tf '
  expect(read(text).map(({ start, end }) => text.slice(start, end))).toEqual(['1 w', '(a) Tj', '/F 2 Tf'])
})

test('endless nesting in a content stream is refused', () => {
  expect(() => read('['.repeat(1000))).toThrow('Too deeply nested')
})
