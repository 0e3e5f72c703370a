import { expect, test } from 'vitest'
import { findVoices } from './voice.ts'

const voice = (lang: string, { localService = true } = {}) => ({ lang, localService })

test.each([
  ['en-GB', 'en_US', 'another region'],
  ['he', 'iw-IL', 'the former tag of the language'],
  ['no', 'nb-NO', 'a name of the language for one of its forms'],
  ['tl', 'fil-PH', 'another name of the language'],
  ['pt', 'pt-BR', 'a region that the text does not state'],
])('a text in %s is read by a voice in %s: %s', (language, lang) => {
  expect(findVoices([voice(lang)], language)).toEqual([voice(lang)])
})

test.each([
  ['sn', 'en-US'],
  ['fi', 'fil-PH'],
  ['en', ''],
  ['en', 'not a tag'],
])('a text in %s is not read by a voice in "%s"', (language, lang) => {
  expect(findVoices([voice(lang)], language)).toEqual([])
})

test('a voice on the device is preferred, and among these one of the same region', () => {
  const [remote, other, fitting] = [voice('en-GB', { localService: false }), voice('en-US'), voice('en-GB')]
  expect(findVoices([remote, other, fitting], 'en-GB')).toEqual([fitting, other, remote])
})
