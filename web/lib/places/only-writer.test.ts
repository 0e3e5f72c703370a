import { globSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

/** Parts of code that write a place, or name where one is stored. Only the modules of this folder contain them. */
const WRITES =
  /\bwritePlaces\(|\bcreatePlace(?:List|Tracker)\(|['"`](?:readingPositions|readingPlaces|listeningPositions)['"`]|\/reading-places\//
const ALLOWED = ['web/lib/places/', 'web/lib/storage/local-storage.ts']

test('places are written by web/lib/places alone', () => {
  const files = globSync('web/**/*.{ts,tsx}', { exclude: ['**/*.test.{ts,tsx}'] })
  const writers = files.filter((file) => WRITES.test(readFileSync(file, 'utf8')))
  expect(writers).toContain('web/lib/places/book-places.ts')
  expect(writers.filter((file) => !ALLOWED.some((path) => file.startsWith(path)))).toEqual([])
})
