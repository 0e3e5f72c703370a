import { expect, test } from 'vitest'
import { SECTIONS } from './site-content.ts'

test.each([
  ['+263 (77) 123-4567', '+263 77 123 4567'],
  ['0771.234.567', '0771 234 567'],
  [' 0242 700 000 ', '0242 700 000'],
])('the phone number %j is stored as %j', (typed, stored) => {
  expect(SECTIONS.contact.shape.phone.parse(typed)).toBe(stored)
})

test.each(['call us', '077', '+263 77 123 4567 ext. 8'])('%j is not a phone number', (typed) => {
  expect(SECTIONS.contact.shape.phone.safeParse(typed).success).toBe(false)
})

test.each([
  ['https://en.wiktionary.org/wiki/{words}', true],
  ['https://translate.google.com/?sl={language}&text={words}&op=translate', true],
  ['http://dictionary.example/{words}', false],
  ['https://dictionary.example/', false],
  ['https://{words}.example/', false],
  ['javascript:alert("{words}")', false],
])('the address of a dictionary %j is accepted: %j', (lookUp, isAccepted) => {
  expect(SECTIONS.wording.shape.reading.safeParse({ lookUp }).success).toBe(isAccepted)
})
