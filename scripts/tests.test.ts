import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const TESTS = globSync(['tests/**/*.ts', 'web/**/*.test.tsx'])

test('no test waits for an idle network, which takes half a second and proves nothing about the visible page', () => {
  const waiting = TESTS.filter((path) => readFileSync(path, 'utf8').includes(`network${'idle'}`))
  expect(waiting).toEqual([])
})

test('each wait of vi has a time limit, since the default of a second is too short for a busy machine', () => {
  const unlimited = globSync('{contracts,lab,scripts,server,tests,web}/**/*.{ts,tsx}').flatMap((path) =>
    callsOf(readFileSync(path, 'utf8'), /\bvi\.wait(?:For|Until)\(/g).flatMap((call) =>
      call.includes('timeout:') ? [] : [`${path}: ${call}`],
    ),
  )
  expect(unlimited).toEqual([])
})

test('tests of work in the background are part of test:full, since such work waits for an idle processor', () => {
  const waiting = globSync('{server,tests}/**/*.test.ts').flatMap((path) => {
    const code = readFileSync(path, 'utf8')
    if (code.startsWith('// @module-tag full')) return []
    return callsOf(code, /^test(?:\.\w+)?\(/gm)
      .filter((call) => /\bmakeInBackground\(|\bbackground: true\b/.test(call) && !call.includes("tags: ['full']"))
      .map((call) => `${path}: ${call.split('\n', 1)}`)
  })
  expect(waiting).toEqual([])
})

/** Returns the calls in the code that begin with a pattern, up to the closing parenthesis. */
function callsOf(code: string, opening: RegExp): string[] {
  return [...code.matchAll(opening)].map(({ index, 0: { length } }) => {
    let end = index + length
    for (let open = 1; open > 0 && end < code.length; end++) open += code[end] === '(' ? 1 : code[end] === ')' ? -1 : 0
    return code.slice(index, end)
  })
}
