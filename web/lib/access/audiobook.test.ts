import { expect, test } from 'vitest'
import type { CatalogueBookDetails } from '#web/lib/api/api.ts'
import { audiobookOf } from './audiobook.ts'

const sound = {
  format: 'audio',
  url: '/book.mp3',
  type: 'audio/mpeg',
  bytes: 9000,
  previewUrl: null,
  durationSeconds: 3725,
  lowBitrate: null,
}
const book = {
  id: 'b1',
  title: 'Sow in Season',
  author: 'Tapiwa Gumbo',
  contributors: [],
  editions: [{ format: 'pdf', url: '/book.pdf' }, sound],
} as unknown as CatalogueBookDetails
const hostOf = (...names: string[]) =>
  audiobookOf({ ...book, contributors: names.map((name) => ({ name, role: 'narrator' as const })) })?.host

test('an audiobook has the id and title of its book, and the file and duration of its recording', () => {
  expect(audiobookOf(book)).toMatchObject({
    id: 'b1',
    title: 'Sow in Season',
    audioUrl: '/book.mp3',
    duration: '1:02:05',
    hasChapters: false,
  })
  expect(audiobookOf({ ...book, editions: [] })).toBeUndefined()
})

test('an audiobook names its narrators beside the author', () => {
  expect([hostOf(), hostOf('Tapiwa Gumbo'), hostOf('Rudo Moyo', 'Farai Dube')]).toEqual([
    'Tapiwa Gumbo',
    'Tapiwa Gumbo, read by the author',
    'Tapiwa Gumbo, read by Rudo Moyo, Farai Dube',
  ])
})
