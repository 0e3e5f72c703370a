import { expect, test } from 'vitest'
import { plainLetters } from './place-text.ts'

test('page texts have plain letters in reading order in place of ligatures and presentation forms', () => {
  expect(plainLetters('ﬁnd the oﬃce')).toBe('find the office')
  expect(plainLetters('اﳋﻄﻮط ﻻ ﷲ')).toBe('الخطوط لا الله')
  expect(plainLetters('ﹶ')).toBe('\u064e')
  expect(plainLetters('½ x² あいう')).toBe('½ x² あいう')
})
