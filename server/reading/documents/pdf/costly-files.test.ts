import { expect, test } from 'vitest'
import { createCostlyFiles } from './costly-files.ts'

test('a file may have five pages that exceed a limit, and one more for each twenty other pages after the first one', () => {
  const files = createCostlyFiles()
  expect([files.has('book'), files.mayTry('book')]).toEqual([false, true])
  for (let page = 1; page <= 100; page++) files.count('book', { isCostly: false })
  expect(files.has('book')).toBe(false)
  for (let page = 1; page <= 5; page++) files.count('book', { isCostly: true })
  expect([files.has('book'), files.mayTry('book')]).toEqual([true, false])
  for (let page = 1; page <= 20; page++) files.count('book', { isCostly: false })
  expect(files.mayTry('book')).toBe(true)
  files.count('book', { isCostly: true })
  expect(files.mayTry('book')).toBe(false)
  expect(files.mayTry('another')).toBe(true)
})
