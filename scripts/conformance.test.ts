import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { declaredTests } from './support/declared-tests.ts'

const ROOT = join(import.meta.dirname, '..')
const readRows = (path: string) =>
  readFileSync(join(ROOT, path), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| ') && !/^\| (statement|feature|-)/.test(line))
const rows = readRows('docs/conformance.md')
const features = readRows('docs/readers-and-listeners.md')
/** Row of a feature that the product lacks, with the reason */
const isLacking = (row: string) => /\| No: \S.+ \|$/.test(row)

test.each([...rows, ...features.filter((row) => !isLacking(row))])('%s', (row) => {
  const [, file = '', name = ''] = /\| `([^`]+)` (.+) \|$/.exec(row) ?? []
  expect(name, 'a row ends with a file and the name of a test in it').not.toBe('')
  const tests = declaredTests(readFileSync(join(ROOT, file), 'utf8')).filter((declared) => declared.name === name)
  expect(tests, `${file} has no test “${name}”, or it is switched off`).toContainEqual({ name, off: false })
})

test('the conformance table has a row for every section of the specification', () => {
  expect(rows.length).toBeGreaterThan(80)
})

test('the tables of features have rows with and without a test', () => {
  expect(features.length).toBeGreaterThan(50)
  expect(features.filter(isLacking).length).toBeGreaterThan(0)
})

test('skipped, conditional and failing tests do not count as evidence in the conformance table', () => {
  const named = (source: string) => Object.fromEntries(declaredTests(source).map(({ name, off }) => [name, off]))
  const source = `
    // test('only mentioned', () => {})
    test('runs', () => expect('a text').toBe('a text'))
    test.each([1, 2])('runs %i times', () => {})
    describe('a group', () => it.concurrent('runs too', () => {}))
    test.skip('skipped', () => {})
    test.todo('to do')
    test.fails('need not pass', () => {})
    test.runIf(hasCorpus)('runs at times', () => {})
    test('skipped by an option', { skip: true }, () => {})
    describe.skip('a group', () => describe('in it', () => { test.each([1])('skipped with its group', () => {}) }))`
  expect(named(source)).toEqual({
    runs: false,
    'runs %i times': false,
    'runs too': false,
    skipped: true,
    'to do': true,
    'need not pass': true,
    'runs at times': true,
    'skipped by an option': true,
    'skipped with its group': true,
  })
  expect(named("test('runs', f); test.only('alone', f)")).toMatchObject({ runs: true })
})
