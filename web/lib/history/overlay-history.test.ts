import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Files whose Escape closes a part that another file closes on Back. */
const CLOSED_ELSEWHERE = [
  // The viewer is a `Modal`.
  'web/reading/viewer/shell/document-viewer.tsx',
  // The bar of the selected text is closed by passage-tools.tsx.
  'web/reading/viewer/book/passages/passage-bar.tsx',
]

test('everything that Escape closes is closed by Back, too', () => {
  const files = globSync('web/**/*.{ts,tsx}', { exclude: ['**/*.test.*'] }).filter((file) => /'Escape'/.test(readFileSync(file, 'utf8')))
  expect(files.length).toBeGreaterThan(5)
  const unclosed = files.filter((file) => !readFileSync(file, 'utf8').includes('useBackCloses('))
  expect(unclosed.sort()).toEqual([...CLOSED_ELSEWHERE].sort())
})
