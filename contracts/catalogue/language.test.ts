import { expect, test } from 'vitest'
import { Language } from './language.ts'
import { languageName } from './language-names.ts'

test.each([
  ['sn', 'sn'],
  ['Shona', 'sn'],
  [' ENGLISH ', 'en'],
  ['PT_br', 'pt-BR'],
  ['zh-hant', 'zh-Hant'],
  ['sr-Latn-RS', 'sr-Latn-RS'],
])('the language %s is stored as the tag %s', (text, tag) => expect(Language.parse(text)).toBe(tag))

test.each([['Klingonese language'], ['s'], ['123'], ['en-'], ['<b>']])('%s is refused', (text) => {
  expect(Language.safeParse(text).success).toBe(false)
})

test('languages are named in English', () => {
  expect([languageName('sn'), languageName('de'), languageName('pt-BR'), languageName('qaa')]).toEqual([
    'Shona',
    'German',
    'Brazilian Portuguese',
    'qaa',
  ])
})
