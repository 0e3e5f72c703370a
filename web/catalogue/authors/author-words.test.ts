import { expect, test } from 'vitest'
import { pluralize } from '#web/lib/format/plural.ts'
import { initials } from './author-photo.tsx'

test.each([
  [0, '0 Books'],
  [1, '1 Book'],
  [2, '2 Books'],
  [1204, '1,204 Books'],
])('%i is formatted as "%s"', (count, words) => {
  expect(pluralize(count, 'Book')).toBe(words)
})

test.each([
  ['Ruvimbo Chikomo', 'RC'],
  ['  nomathemba  van der  Khumalo ', 'NK'],
  ['Tapiwa', 'T'],
  ['👩🏾‍🌾 Moyo', '👩M'],
  ['', ''],
])('the initials of "%s" are "%s"', (name, letters) => {
  expect(initials(name)).toBe(letters)
})
