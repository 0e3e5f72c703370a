import { expect, test } from 'vitest'
import { findSchemaFaults } from './schema-org.ts'

const book = {
  '@context': 'https://schema.org',
  '@graph': [
    { '@type': 'Organization', '@id': 'https://lectern.example/#us', name: 'Lectern' },
    {
      '@type': 'Book',
      name: 'A book',
      datePublished: '2026-01-31T10:00:00.000Z',
      offers: { '@type': 'Offer', price: '4.50', seller: { '@id': 'https://lectern.example/#us' } },
    },
  ],
}
const withBook = (changes: object) => ({ ...book, '@graph': [book['@graph'][0], { ...book['@graph'][1], ...changes }] })

test('valid JSON-LD documents have no faults', async () => {
  expect(await findSchemaFaults(book)).toEqual([])
  expect(
    await findSchemaFaults(
      withBook({ numberOfPages: 12, isAccessibleForFree: false, genre: ['One', 'Two'], bookFormat: 'https://schema.org/EBook' }),
    ),
  ).toEqual([])
})

test.each([
  ['an unknown type', { offers: { '@type': 'Ofer' } }, 'offers can’t be'],
  ['an unknown property', { titel: 'A book' }, 'titel is no property'],
  ['a property of another type', { partOfSeries: 'A series' }, 'Book has no partOfSeries'],
  ['text where a number is due', { numberOfPages: 'twelve' }, 'numberOfPages can’t be'],
  ['a day that is none', { datePublished: 'yesterday' }, 'datePublished can’t be'],
  ['text where a thing is due', { author: 'Somebody' }, 'author can’t be'],
  ['a thing of another kind', { author: { '@type': 'Offer' } }, 'author can’t be'],
  ['an unknown term', { bookFormat: 'https://schema.org/Scroll' }, 'bookFormat can’t be'],
  ['a reference to nothing', { author: { '@id': 'https://lectern.example/#nobody' } }, 'author can’t be'],
  ['a fault further in', { offers: { '@type': 'Offer', price: true } }, 'price can’t be'],
])('%s is reported', async (_, changes, fault) => {
  expect(await findSchemaFaults(withBook(changes))).toEqual([expect.stringContaining(fault)])
})
