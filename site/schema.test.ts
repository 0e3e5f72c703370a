import { expect, test } from 'vitest'
import { defineFaq, defineFounderTexts, defineSite } from './schema.ts'
import { site } from './site.ts'

const withPrograms = (change: (programs: typeof site.programs) => unknown[]) => () =>
  defineSite({ ...site, programs: change(site.programs) as typeof site.programs })
const withContact = (change: Partial<typeof site.contact>) => () => defineSite({ ...site, contact: { ...site.contact, ...change } })

test('a program whose slug has no page is reported', () => {
  const renamed = withPrograms((programs) =>
    programs.map((program, index) => (index === 4 ? { ...program, slug: 'Youth coaching?' } : program)),
  )
  expect(renamed).toThrow('programs.4.slug')
})

test('a missing or repeated program is reported', () => {
  expect(withPrograms((programs) => [...programs, programs[2]])).toThrow('programs: List each of the 6 programs exactly once.')
  expect(withPrograms((programs) => programs.slice(1))).toThrow('programs: List each of the 6 programs exactly once.')
  expect(withPrograms((programs) => programs.toReversed())).not.toThrow()
})

test('preview limits outside their range, or a minimum above the maximum, are reported', () => {
  const withPreview = (preview: typeof site.preview) => () => defineSite({ ...site, preview })
  expect(withPreview({ percent: 10, least: 0, most: 20 })).toThrow('preview.least')
  expect(withPreview({ percent: 10, least: 3.5, most: 20 })).toThrow('preview.least')
  expect(withPreview({ percent: 10, least: 8, most: 4 })).toThrow('preview.least: The minimum must not be greater than the maximum.')
  expect(withPreview({ percent: 100, least: 3, most: 20 })).toThrow('preview.percent')
})

test('invalid phone numbers of the site are reported', () => {
  expect(withContact({ whatsapp: 'ask at the door' })).toThrow('contact.whatsapp: Enter a phone number')
  expect(withContact({ phone: '+263' })).toThrow('contact.phone: Enter a phone number')
  for (const phone of ['+263 77 555 0142', '024 2 700 000', '0775550142']) expect(withContact({ phone })).not.toThrow()
})

test('texts of single pages are validated and reported with their file name', () => {
  expect(() => defineFaq([{ question: 'How do I read a book?', answer: '' }])).toThrow(/site\/faq\.ts:\n(.|\n)*0\.answer/)
  expect(() => defineFounderTexts({ lines: ['One line', ' '], about: [] })).toThrow(/site\/founder-texts\.ts:\n(.|\n)*lines\.1(.|\n)*about/)
})
