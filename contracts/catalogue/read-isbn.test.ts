import { expect, test } from 'vitest'
import { readIsbn } from './read-isbn.ts'

test.each([
  ['978-0-306-40615-7', '9780306406157'],
  ['0-306-40615-2', '9780306406157'],
  ['ISBN 080442957X', '9780804429573'],
  ['isbn-13: 978 1 86197 876 9', '9781861978769'],
  ['978–0–306–40615–7', '9780306406157'],
  ['9791090636071', '9791090636071'],
])('the ISBN %s is stored as %s', (text, digits) => expect(readIsbn(text)).toBe(digits))

test.each([
  ['978-0-306-40615-8'],
  ['0-306-40615-3'],
  ['977-0-306-40615-7'],
  ['12345'],
  ['the quiet father'],
  [''],
  ['080442957Y'],
  ['X804429570'],
])('%s is not an ISBN', (text) => expect(readIsbn(text)).toBeUndefined())

test('every ISBN of ten digits with one mistyped digit is refused', () => {
  const isbn = '0306406152'
  for (let at = 0; at < isbn.length; at++) {
    for (const digit of '0123456789') {
      const typed = isbn.slice(0, at) + digit + isbn.slice(at + 1)
      expect(readIsbn(typed), typed).toBe(digit === isbn[at] ? '9780306406157' : undefined)
    }
  }
})
