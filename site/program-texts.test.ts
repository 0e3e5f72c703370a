import { expect, test } from 'vitest'
import { programColors } from './art/program-colors.ts'
import { programTexts } from './program-texts.ts'
import { defineProgramTexts } from './schema.ts'
import { site } from './site.ts'

test('every program has texts and colors', () => {
  const slugs = site.programs.map(({ slug }) => slug).sort()
  expect(Object.keys(programTexts).sort()).toEqual(slugs)
  expect(Object.keys(programColors).sort()).toEqual(slugs)
})

test('programs without texts, and texts without a program, are reported', () => {
  const { 'teen-coaching': teens, ...others } = programTexts
  expect(() => defineProgramTexts(others as typeof programTexts)).toThrow('teen-coaching')
  const renamed = { ...others, 'youth-coaching': teens } as unknown as typeof programTexts
  expect(() => defineProgramTexts(renamed)).toThrow('youth-coaching')
})

test('an invalid program text is reported by its path', () => {
  const texts = { ...programTexts, 'teen-coaching': { ...programTexts['teen-coaching'], intro: [' '] } }
  expect(() => defineProgramTexts(texts)).toThrow('teen-coaching.intro')
})
