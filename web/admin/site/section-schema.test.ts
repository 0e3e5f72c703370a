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

/** Lists the fields of a schema that the form can't render. */
function findUnknown(schema: FieldSchema, path: string): string[] {
  const { type, properties, prefixItems, items } = schema
  if (type === 'object' && properties) return Object.entries(properties).flatMap(([name, field]) => findUnknown(field, `${path}.${name}`))
  if (type === 'array' && prefixItems) return prefixItems.flatMap((field, index) => findUnknown(field, `${path}.${index}`))
  if (type === 'array' && items) return findUnknown(items, `${path}[]`)
  return type && ['string', 'number', 'integer'].includes(type) ? [] : [path]
}

test('the form has a field for every part of every section', () => {
  expect(sections.flatMap(({ name, schema }) => findUnknown(schema, name))).toEqual([])
})

test('the content of a section is the same after it was read from the form', () => {
  for (const { name, schema } of sections)
    expect(readContent(schema, structuredClone(defaultContent[name])), name).toEqual(defaultContent[name])
})

test('numbers are read with a decimal comma, and an optional text that is empty is left out', () => {
  expect(readContent(schemaOf('preview'), { percent: '12,5', least: '6', most: 'many' })).toEqual({ percent: 12.5, least: 6, most: 'many' })
  expect(readContent(schemaOf('social'), { facebook: 'https://facebook.com/mwenje', twitter: '' })).toEqual({
    facebook: 'https://facebook.com/mwenje',
  })
})

test('an address is completed with https://, and other texts stay as they are', () => {
  const typed = { facebook: ' facebook.com/mwenje ', twitter: 'http://x.com/mwenje', instagram: '@mwenje' }
  expect(readContent(schemaOf('social'), typed)).toEqual({
    facebook: 'https://facebook.com/mwenje',
    twitter: 'http://x.com/mwenje',
    instagram: '@mwenje',
  })
})

test('changes are listed by field, with those of added and removed entries', () => {
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

test('a new entry is empty, with as many entries of its own as it must have', () => {
  const { packages } = schemaOf('publishing').properties as Record<string, FieldSchema>
  expect(emptyValue(packages?.items as FieldSchema)).toMatchObject({ name: '', from: '', includes: ['', '', ''] })
})

test('merged content has the fields that were changed on either side; where both changed one, that of the own form', () => {
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

test('a list in which entries were added or removed is merged as one value', () => {
  const base = defaultContent.contact
  const mine = { ...base, hours: base.hours.slice(1) }
  const newer = { ...base, hours: base.hours.map((each) => ({ ...each, hours: 'Closed' })) }
  expect(mergeContent(base, mine, newer)).toEqual(mine)
})
