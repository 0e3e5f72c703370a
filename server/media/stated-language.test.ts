import { expect, test } from 'vitest'
import { statedLanguage } from './stated-language.ts'

test.each([
  ['en', 'en'],
  [' en_GB ', 'en-GB'],
  ['EN-us', 'en-US'],
  ['Shona', 'sn'],
  ['zh-Hant-TW', 'zh-Hant-TW'],
  ['und', null],
  ['unknown', null],
  ['', null],
  ['en us', null],
  ['<b>', null],
  [undefined, null],
  [42, null],
])('the stated language %s is %s', (text, tag) => expect(statedLanguage(text)).toBe(tag))
