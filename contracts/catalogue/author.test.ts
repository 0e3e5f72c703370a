import { expect, test } from 'vitest'
import { authorForm } from './author.ts'
import { bookForm } from './book.ts'

test.each([
  ['facebook', 'facebook.com/rudo.dube', 'https://facebook.com/rudo.dube'],
  ['facebook', ' @rudo ', 'https://facebook.com/rudo'],
  ['twitter', '@rudo_d', 'https://x.com/rudo_d'],
  ['instagram', 'www.instagram.com/rudo/', 'https://www.instagram.com/rudo/'],
  ['linkedin', '@rudo-dube', 'https://linkedin.com/in/rudo-dube'],
  ['linkedin', 'http://linkedin.com/in/rudo', 'http://linkedin.com/in/rudo'],
  ['facebook', '', undefined],
] as const)('the %s link %j is read as %j', (network, text, link) => {
  expect(authorForm[network].schema.parse(text)).toBe(link)
})

test('repeated spaces in the name of an author are stored as one space', () => {
  expect(authorForm.name.schema.parse(' Rudo   Ndlovu\u00a0 Moyo ')).toBe('Rudo Ndlovu Moyo')
  expect(bookForm.author.schema.parse('Rudo  Ndlovu')).toBe('Rudo Ndlovu')
})

test.each([
  ['facebook', 'rudo', 'facebook.com/name'],
  ['twitter', 'javascript:alert(1)', 'x.com/name'],
  ['instagram', 'ftp://instagram.com/rudo', 'instagram.com/name'],
  ['linkedin', 'rudo dube', 'linkedin.com/in/name'],
] as const)('the %s link %j is refused with an example of that network', (network, text, example) => {
  const messages = authorForm[network].schema.safeParse(text).error?.issues.map(({ message }) => message)
  expect(messages).toEqual([`Enter the address of the profile, such as ${example}, or @name.`])
})
