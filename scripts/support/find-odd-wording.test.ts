import { expect, test } from 'vitest'
import { findOddWording } from './find-odd-wording.ts'

const wordsIn = (code: string) => findOddWording('sample.ts', code).odd.map(({ words }) => words)

test.each([
  ['// What is stored.', 'What'],
  ['/**\n * What is stored.\n */', 'What'],
  ['/** Returns the rows. Whoever asks waits. */', '. Whoever'],
  ['/**\n * Reads a file.\n * Those of others are left out.\n */', '* Those'],
  ['// Retried until the request is told to stop.', 'is told'],
  ["test('a page opens without a line', () => {})", 'without a line'],
  ["test.each([1])('a kept book opens %i', () => {})", 'kept book'],
  ["describe.skip('One entry', () => {})", 'One'],
  ['// Sent by e-mail', 'e-mail'],
  ["test('an address is recognised', () => {})", 'recognised'],
  ['// These tasks run last.', 'These'],
  ['/** It is retried. */', 'It'],
  ["test('a book deleted meanwhile is reported', () => {})", 'meanwhile'],
  ['// The next start adopts\n// the server.', 'adopts'],
  ['/** Transfers a table that was handed to another owner. */', 'handed to'],
  ["test('a receipt is mailed once', () => {})", 'mailed'],
  ['// The colour of the panel', 'colour'],
  ["test('a payment is cancelled', () => {})", 'cancelled'],
  ['const darkColour = read()', 'Colour'],
  ['function organiseBooks() {}', 'organise'],
])('in %j the words %j are reported', (code, words) => {
  expect(wordsIn(code)).toEqual([words])
})

test.each([
  ['web/page.tsx', '<p>Enter your e-mail address.</p>', 'e-mail'],
  ['web/page.tsx', '<p title="Choose a colour." />', 'colour'],
  ['web/page.tsx', '<p>{`The mails of ` + name}</p>', 'mails'],
  ['web/page.tsx', '<p>Ask the operator to set TRUST_PROXY.</p>', 'TRUST_PROXY'],
  ['web/page.tsx', '<p>{percent} % are sent.</p>', '%'],
  ['web/page.tsx', '<p>About 30 % are sent.</p>', '0 %'],
  ['server/problem.ts', "fail('Enter a telephone number.')", 'telephone'],
  ['lab/crash.ts', "throw new Error('The page is answered with 404')", 'is answered'],
  ['tests/support/site.ts', "throw new Error('The list answered 404')", 'answered 4'],
  ['site/texts.ts', "const text = 'Write an e-mail to our neighbours.'", 'e-mail'],
])('in a text of %s, %j, the words %j are reported', (path, code, words) => {
  expect(findOddWording(path, code).odd.map((finding) => finding.words)).toEqual([words])
})

test('settings in messages for operators, class names and the voice of the site’s author are not reported as odd wording', () => {
  expect(findOddWording('server/config.ts', "fail('TRUST_PROXY: must be a number')").odd).toEqual([])
  expect(findOddWording('web/page.tsx', '<p className="colour wide" id="colour" />').odd).toEqual([])
  expect(findOddWording('site/texts.ts', "const text = 'Our neighbours and their colours'").odd).toEqual([])
})

test('plain sentences, directives and program strings are not reported as odd wording', () => {
  expect(wordsIn("if (state === 'cancelled') count.cancelled += 1")).toEqual([])
  expect(wordsIn('// Time limit for in-flight requests. One of the two is enough.')).toEqual([])
  expect(wordsIn("// biome-ignore lint/a: What the linter can't know\nconst text = 'What is new, without a line'")).toEqual([])
  expect(wordsIn('// The rows are read in batches.\n// It must not take long.\n// biome-ignore lint/a: It is short')).toEqual([])
  expect(wordsIn("test('an offline visitor opens a saved book', () => {})")).toEqual([])
})

test('a wording finding has its line number', () => {
  expect(findOddWording('sample.ts', 'const a = 1\n\n// Who reads').odd).toEqual([{ line: 3, words: 'Who', text: 'Who reads' }])
})
