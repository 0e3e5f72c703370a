import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const sources = globSync('server/**/*.ts').filter((path) => !path.endsWith('.test.ts'))

/** Files that judge a file's content, or the process that opens it. */
const JUDGES =
  /^server\/media\/(audio|epub|image|pdf)\/|^server\/media\/(watch-process|sandbox\/sandbox-process|sandbox\/sandbox\.child|processing\/prepare-pdf)\.ts$/

test('only code that reads a file states that the file is at fault', () => {
  const raising = sources.filter((path) => readFileSync(path, 'utf8').includes('new InvalidFileError('))
  expect(raising.filter((path) => !JUDGES.test(path))).toEqual([])
})

test('errors become recorded failures only through `asFault`, which rethrows those that the file did not cause', () => {
  const comparing = sources.filter((path) => /instanceof \w*FileError|name === 'InvalidFileError'/.test(readFileSync(path, 'utf8')))
  expect(comparing).toEqual([])
})
