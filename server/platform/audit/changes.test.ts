import { expect, test } from 'vitest'
import { changesBetween, replaced } from './changes.ts'

test('an audit entry lists the fields that differ, with the old and the new value', () => {
  const before = { title: 'Sow', price: 7, categories: ['A', 'B'], author: 'T' }
  expect(changesBetween(before, { title: 'Reap', price: 5, categories: ['A', 'B'], author: undefined })).toEqual([
    { field: 'title', from: 'Sow', to: 'Reap' },
    { field: 'price', from: '7.00', to: '5.00' },
  ])
})

test('an audit entry lists fields that were empty before or are empty afterwards', () => {
  expect(changesBetween({ twitter: 'https://x.example' }, { twitter: null, facebook: 'https://f.example', linkedin: null })).toEqual([
    { field: 'twitter', from: 'https://x.example', to: '' },
    { field: 'facebook', from: '', to: 'https://f.example' },
  ])
})

test('an audit entry lists a changed long text without its values', () => {
  expect(changesBetween({ bio: 'x'.repeat(300) }, { bio: `${'x'.repeat(300)}y` })).toEqual([{ field: 'bio' }])
})

test('an audit entry lists changed files and passwords without their values', () => {
  expect(replaced({ coverImage: undefined, pdf: { secret: 1 } })).toEqual([{ field: 'pdf' }])
})
