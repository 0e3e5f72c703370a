import { expect, test } from 'vitest'
import { parseOpenRecording } from './open-recording.ts'

const item = {
  id: 'talk',
  slug: 'a-talk',
  title: 'A talk',
  host: 'Ruvimbo Chikomo',
  duration: '2:00',
  audioUrl: '/talk.mp3',
  description: '',
  categories: [],
  cover: { sources: [] },
}

test('the stored recording is an episode or an audiobook', () => {
  for (const kind of ['podcast', 'audiobook']) expect(parseOpenRecording(JSON.stringify([{ kind, item }]))).toEqual({ kind, item })
})

test.each([null, '', '{', '{}', '[]', '[null]', '[{"kind":"podcast"}]'])('the stored text %s is no recording', (text) =>
  expect(parseOpenRecording(text)).toBeUndefined(),
)

test.each(['id', 'title', 'audioUrl', 'categories', 'cover'])('a stored recording without %s is ignored', (name) =>
  expect(parseOpenRecording(JSON.stringify([{ kind: 'podcast', item: { ...item, [name]: undefined } }]))).toBeUndefined(),
)

test('a stored book is ignored, which is no recording', () =>
  expect(parseOpenRecording(JSON.stringify([{ kind: 'book', item }]))).toBeUndefined())
