import { expect, test } from 'vitest'
import { initials } from './author-photo.tsx'
import { bookCount } from './book-count.ts'

test.each([
  [0, '0 Books'],
  [1, '1 Book'],
  [2, '2 Books'],
  [1204, '1,204 Books'],
])('%i is "%s"', (count, words) => {
  expect(bookCount(count)).toBe(words)
})

test.each([
  ['Ruvimbo Chikomo', 'RC'],
  ['  nomathemba  van der  Khumalo ', 'NK'],
  ['Tapiwa', 'T'],
  ['👩🏾‍🌾 Moyo', '👩M'],
  ['', ''],
])('the first letters of "%s" are "%s"', (name, letters) => {
  expect(initials(name)).toBe(letters)
})
