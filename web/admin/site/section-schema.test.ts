import { expect, test } from 'vitest'
import { toJSONSchema, type z } from 'zod'
import { SECTIONS } from '#contracts/site/site-content.ts'
import { defaultContent } from '#site/default-content.ts'
import { compareContent, emptyValue, type FieldSchema, mergeContent, readContent } from './section-schema.ts'

const sections = Object.entries(SECTIONS).map(([name, schema]) => ({
  name: name as keyof typeof SECTIONS,
  schema: toJSONSchema(schema as z.ZodType, { io: 'input', unrepresentable: 'any' }) as FieldSchema,
}))
const schemaOf = (wanted: string) => sections.find(({ name }) => name === wanted)?.schema as FieldSchema

/** Lists the fields of a section's schema that the form can't render. */
function findUnknown(schema: FieldSchema, path: string): string[] {
  const { type, properties, prefixItems, items } = schema
  if (type === 'object' && properties) return Object.entries(properties).flatMap(([name, field]) => findUnknown(field, `${path}.${name}`))
  if (type === 'array' && prefixItems) return prefixItems.flatMap((field, index) => findUnknown(field, `${path}.${index}`))
  if (type === 'array' && items) return findUnknown(items, `${path}[]`)
  return type && ['string', 'number', 'integer'].includes(type) ? [] : [path]
}

test('the section form has an input for every field of every section', () => {
  expect(sections.flatMap(({ name, schema }) => findUnknown(schema, name))).toEqual([])
})

test('reading the unchanged form of a section returns the same content', () => {
  for (const { name, schema } of sections)
    expect(readContent(schema, structuredClone(defaultContent[name])), name).toEqual(defaultContent[name])
})

test('a number with a decimal comma is accepted, and an empty optional text is omitted', () => {
  expect(readContent(schemaOf('preview'), { percent: '12,5', least: '6', most: 'many' })).toEqual({ percent: 12.5, least: 6, most: 'many' })
  expect(readContent(schemaOf('social'), { facebook: 'https://facebook.com/mwenje', twitter: '' })).toEqual({
    facebook: 'https://facebook.com/mwenje',
  })
})

test('a URL without a scheme gets https://, and other texts are unchanged', () => {
  const typed = { facebook: ' facebook.com/mwenje ', twitter: 'http://x.com/mwenje', instagram: '@mwenje' }
  expect(readContent(schemaOf('social'), typed)).toEqual({
    facebook: 'https://facebook.com/mwenje',
    twitter: 'http://x.com/mwenje',
    instagram: '@mwenje',
  })
})

test('section changes are listed by field, including the fields of added and removed entries', () => {
  const { contact, questions } = defaultContent
  expect(compareContent(schemaOf('contact'), contact, contact)).toEqual([])
  const hours = [...contact.hours.slice(0, 2), { days: 'Sunday', hours: 'By appointment' }]
  expect(compareContent(schemaOf('contact'), contact, { ...contact, hours })).toEqual([
    { field: 'Business hours › 3 › Hours', before: 'Closed', after: 'By appointment' },
  ])
  const added = [...questions, { question: 'Why?', answer: 'Because.' }]
  expect(compareContent(schemaOf('questions'), questions, added).map(({ field, after }) => [field, after])).toEqual([
    ['Question 5 › Question', 'Why?'],
    ['Question 5 › Answer', 'Because.'],
  ])
  expect(compareContent(schemaOf('questions'), added, questions).map(({ after }) => after)).toEqual(['', ''])
})

test('a new list entry is empty and contains its minimum number of nested entries', () => {
  const { packages } = schemaOf('publishing').properties as Record<string, FieldSchema>
  expect(emptyValue(packages?.items as FieldSchema)).toMatchObject({ name: '', from: '', includes: ['', '', ''] })
})

test('merging content includes the changes of both versions; if both changed a field, the administrator’s own change wins', () => {
  const base = defaultContent.contact
  const [monday, saturday, sunday] = base.hours
  const mine = { ...base, phone: '+263 71 234 5678', hours: [monday, { ...saturday, hours: 'Closed' }, sunday] }
  const newer = {
    ...base,
    phone: '+263 71 000 0000',
    email: 'new@lectern.example',
    hours: [{ ...monday, days: 'Weekdays' }, saturday, sunday],
  }
  expect(mergeContent(base, mine, newer)).toEqual({
    ...base,
    phone: '+263 71 234 5678',
    email: 'new@lectern.example',
    hours: [{ ...monday, days: 'Weekdays' }, { ...saturday, hours: 'Closed' }, sunday],
  })
})

test('a list with added or removed entries is merged as a single value', () => {
  const base = defaultContent.contact
  const mine = { ...base, hours: base.hours.slice(1) }
  const newer = { ...base, hours: base.hours.map((each) => ({ ...each, hours: 'Closed' })) }
  expect(mergeContent(base, mine, newer)).toEqual(mine)
})
