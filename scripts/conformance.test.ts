import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const ROOT = join(import.meta.dirname, '..')
const rows = readFileSync(join(ROOT, 'docs/conformance.md'), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| ') && !/^\| (statement|-)/.test(line))

test.each(rows)('%s', (row) => {
  const [, file = '', name = ''] = /\| `([^`]+)` (.+) \|$/.exec(row) ?? []
  expect(name, 'a row ends with a file and the name of a test in it').not.toBe('')
  const source = readFileSync(join(ROOT, file), 'utf8')
  // A quote on either side: the whole name, where a test is declared.
  expect(source.includes(`'${name}'`), `${file} has no test “${name}”`).toBe(true)
})

test('every section of the specification that can be seen or called has its rows', () => {
  expect(rows.length).toBeGreaterThan(80)
})
