import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { readDependencyTable } from './support/dependency-table.ts'

const { dependencies, devDependencies } = JSON.parse(readFileSync('package.json', 'utf8'))

test('the dependency table lists each direct dependency once', () => {
  const listed = readDependencyTable().map(({ name }) => name)
  expect(listed.toSorted()).toEqual(Object.keys({ ...dependencies, ...devDependencies }).toSorted())
})

test('each dependency has a known maintenance state, and an explanation if it is watched', () => {
  for (const { name, upkeep, notes } of readDependencyTable()) {
    expect(['active', 'complete', 'watched'], name).toContain(upkeep)
    if (upkeep === 'watched') expect(notes, name).not.toBe('')
  }
})
