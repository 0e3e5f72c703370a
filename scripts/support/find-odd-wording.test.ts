import { expect, test } from 'vitest'
import { findOddWording } from './find-odd-wording.ts'

const wordsIn = (code: string) => findOddWording('sample.ts', code).odd.map(({ words }) => words)

test.each([
  ['// What is stored.', 'What'],
  ['/** Returns the rows. Whoever asks waits. */', '. Whoever'],
  ['/**\n * Reads a file.\n * Those of others are left out.\n */', '* Those'],
  ['// Retried until the request is told to stop.', 'is told'],
  ["test('a page opens without a line', () => {})", 'without a line'],
  ["test.each([1])('a kept book opens %i', () => {})", 'kept book'],
  ["describe.skip('One entry', () => {})", 'One'],
])('in %j the words %j are reported', (code, words) => {
  expect(wordsIn(code)).toEqual([words])
})

test('plain sentences, directives and strings of the program are not reported', () => {
  expect(wordsIn('// Time limit for in-flight requests. One of the two is enough.')).toEqual([])
  expect(wordsIn("// biome-ignore lint/a: What the linter can't know\nconst text = 'What is new, without a line'")).toEqual([])
  expect(wordsIn("test('an offline visitor opens a saved book', () => {})")).toEqual([])
})

test('a finding has its line', () => {
  expect(findOddWording('sample.ts', 'const a = 1\n\n// Who reads').odd).toEqual([{ line: 3, words: 'Who', text: 'Who reads' }])
})
