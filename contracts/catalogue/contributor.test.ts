import { expect, test } from 'vitest'
import { ContributorsField, formatContributors, parseContributors } from './contributor.ts'
import { authorsOf } from './contributor-roles.ts'

test('contributors are one per line or separated by semicolons, and authors without a role', () => {
  const contributors = [
    { name: 'Rudo Moyo', role: 'translator' },
    { name: 'Ngũgĩ wa Thiong’o', role: 'author' },
  ] as const
  expect(parseContributors('Rudo Moyo (Translator)\r\n  Ngũgĩ  wa Thiong’o ')).toEqual(contributors)
  expect(parseContributors('Rudo Moyo (translator); Ngũgĩ wa Thiong’o (author);')).toEqual(contributors)
  expect(parseContributors(formatContributors([...contributors]))).toEqual(contributors)
})

test('an author who is listed as a contributor too is named once', () => {
  const contributors = parseContributors('rudo  Moyo; Farai Dube; Tendai Ncube (editor); Farai Dube')
  expect(authorsOf({ author: 'Rudo Moyo', contributors })).toEqual(['Rudo Moyo', 'Farai Dube'])
})

test('a name may contain parentheses; those at the end are the role', () => {
  const contributors = [
    { name: 'Bible Society (Zimbabwe)', role: 'editor' },
    { name: 'Capital Normal University (Beijing, China). Poetry Center', role: 'author' },
    { name: 'Farai (Mhofu) Dube', role: 'compiler' },
  ] as const
  expect(parseContributors('Bible Society (Zimbabwe) (editor); Capital Normal University (Beijing, China). Poetry Center')).toEqual(
    contributors.slice(0, 2),
  )
  expect(parseContributors(formatContributors([...contributors]))).toEqual(contributors)
})

test.each([
  ['Bible Society (Zimbabwe)', 'After a name that ends in parentheses, write the role too.'],
  ['Rudo Moyo (cook)', '“cook” is not a role.'],
  ['(translator)', '“(translator)” is not a name'],
  [`${'x'.repeat(201)} (editor)`, 'at most 200 characters'],
  ['Moyo; '.repeat(51), 'at most 50 contributors'],
])('%s is refused with the reason', (text, reason) => {
  expect(ContributorsField.safeParse(text).error?.issues[0]?.message).toContain(reason)
})
