import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const TESTS = globSync(['tests/**/*.ts', 'web/**/*.test.tsx'])

test('no test waits for an idle network, which takes half a second and proves nothing about the visible page', () => {
  const waiting = TESTS.filter((path) => readFileSync(path, 'utf8').includes(`network${'idle'}`))
  expect(waiting).toEqual([])
})
