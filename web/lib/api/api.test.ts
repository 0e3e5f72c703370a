import { expect, test } from 'vitest'
import type { Author } from '#contracts/catalogue/author.ts'
import type { Book } from '#contracts/catalogue/book.ts'
import type { Podcast } from '#contracts/catalogue/podcast.ts'
import { createApi } from './api.ts'

const api = createApi({ base: 'https://api.example', fetch: () => Promise.reject(new Error('no call')) })

test.each([
  ['ab/c.webp', 'https://api.example/media/ab/c.webp', 'https://api.example/media/authors/ab/c.webp'],
  ['https://cdn.example/c.webp', 'https://cdn.example/c.webp', 'https://cdn.example/c.webp'],
  ['http://cdn.example/c.webp', 'http://cdn.example/c.webp', 'http://cdn.example/c.webp'],
])('a path gets the API prefix, and an absolute URL stays unchanged', (path, address, photo) => {
  const picture = { width: 1, height: 1, placeholder: '', sources: [{ type: 'image/webp' as const, width: 1, path }] }
  const book = api.toBook({ coverImageUrl: path, pdfUrl: path, previewUrl: path, cover: picture } as Book)
  expect([book.coverImage, book.pdfUrl, book.previewUrl, book.cover.sources[0]?.path]).toEqual(Array(4).fill(address))
  expect(book).not.toHaveProperty('coverImageUrl')
  const podcast = api.toPodcast({ coverImage: path, audioUrl: path, cover: picture } as Podcast)
  expect([podcast.coverImage, podcast.audioUrl, podcast.cover.sources[0]?.path]).toEqual(Array(3).fill(address))
  const author = api.toAuthor({ photo: path, picture } as Author)
  expect([author.photo, author.picture.sources[0]?.path]).toEqual([photo, photo])
})

test('items that have only the fields of the specification still get a picture and a URL', () => {
  const source = (path: string) => [{ type: 'image/webp', width: 480, path }]
  const book = api.toBook({ id: 'b', title: 'A', coverImageUrl: 'c.jpg', pdfUrl: 'b.pdf' } as Book)
  expect([book.slug, book.cover.sources]).toEqual(['b', source('https://api.example/media/c.jpg')])
  const podcast = api.toPodcast({ id: 'p', title: 'A', coverImage: 'c.jpg', audioUrl: 'a.mp3' } as Podcast)
  expect([podcast.slug, podcast.cover.sources]).toEqual(['p', source('https://api.example/media/c.jpg')])
  const author = api.toAuthor({ id: 'a', name: 'A', photo: 'c.jpg' } as Author)
  expect([author.slug, author.picture.sources]).toEqual(['a', source('https://api.example/media/authors/c.jpg')])
})

test('page texts are requested again if the first request fails, and cached after a success', async () => {
  const answers = [new Error('connection lost'), Response.json(['text']), new Error('not asked again')]
  let asked = 0
  const fetch = async () => {
    const answer = answers[asked++]
    if (answer instanceof Response) return answer
    throw answer
  }
  const slow = createApi({ base: 'https://api.example', fetch })
  expect(await slow.readSection('questions')).toEqual(['text'])
  expect(await slow.readSection('questions')).toEqual(['text'])
  expect(asked).toBe(2)
})
