import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { authorForm } from '#contracts/catalogue/author.ts'
import { bookForm } from '#contracts/catalogue/book.ts'
import { CATEGORIES } from '#contracts/catalogue/categories.ts'
import { type FileFormField, fileFields, type ItemForm, type TextFormField } from '#contracts/catalogue/item-form.ts'
import { podcastForm } from '#contracts/catalogue/podcast.ts'
import type { Problem } from '#contracts/common/problem.ts'
import { addMadeEpub } from '#tests/support/made-epubs.ts'
import { buildEpub } from '#tests/support/sample-epub.ts'
import { buildAudio, buildAuthorForm, buildBookForm, buildImage, buildPdf, buildPodcastForm, toForm } from '#tests/support/sample-files.ts'
import { openTestApp, type TestApp } from '#tests/support/test-app.ts'

/** New value of a field of each kind. A text field with a placeholder gets the placeholder, which is an example of a valid value. */
const TEXTS: Record<TextFormField['kind'], string> = {
  text: 'Another text',
  author: 'Another Author',
  'long text': 'Another text\n\nof two paragraphs.',
  url: 'https://example.com/another',
  price: '7.25',
  duration: '12:34',
  categories: 'Another, Marriage Coaching',
  'known categories': CATEGORIES[1],
  chapters: '0:00 Another chapter',
  contributors: 'Another Person (translator)\nA Third Person (editor)',
  language: 'sn',
  switch: 'yes',
  slug: 'another-address',
  state: 'hidden',
  time: '2099-01-01T10:00',
}
const FILES: Record<FileFormField['kind'], () => Blob | Promise<Blob>> = {
  image: () => buildImage({ seed: 9 }),
  pdf: () => buildPdf({ title: 'Another file' }),
  epub: () => buildEpub({ title: 'Another file' }),
  audio: () => buildAudio({ seconds: 3 }),
  transcript: () => new File(['WEBVTT\n\n00:00.000 --> 00:01.000\nAnother word'], 'another.vtt', { type: 'text/vtt' }),
}
/** Kinds whose stored value an empty field does not change. */
const KEPT: readonly string[] = ['slug', 'state', 'time', 'duration'] satisfies TextFormField['kind'][]
/** Further fields that a value requires. */
const WITH: Partial<Record<TextFormField['kind'], Record<string, string>>> = { time: { state: 'scheduled' } }

const KINDS: [path: string, form: ItemForm, build: () => Promise<FormData>][] = [
  ['/books', bookForm, buildBookForm],
  ['/podcasts', podcastForm, buildPodcastForm],
  ['/authors', authorForm, buildAuthorForm],
]

let app: TestApp
beforeAll(async () => {
  app = await openTestApp()
})
afterAll(() => app.close())

describe.each(KINDS)('%s', (path, form, build) => {
  const texts = Object.entries(form).filter((entry): entry is [string, TextFormField] => 'schema' in entry[1])
  const files = fileFields(form)

  async function add() {
    const response = await app.sendForm('POST', `/api${path}`, await build())
    expect(response.statusCode, response.body).toBe(201)
    const { id, pdfUrl } = response.json<{ id: string; pdfUrl: string }>()
    const url = form === authorForm ? `/api${path}/${id}` : `/api/admin${path}/${id}`
    return {
      makeEpub: () => addMadeEpub(app.services, pdfUrl, Buffer.from('EPUB')),
      change: (values: Parameters<typeof toForm>[0]) => app.sendForm('PATCH', `/api${path}/${id}`, toForm(values)),
      /** Returns the item without the properties that every change may change. */
      read: async () => {
        const { updatedAt: _, sharePicture: __, ...item } = (await app.get(url, app.bearer)).json<Record<string, unknown>>()
        return item
      },
    }
  }

  test.each(texts)('%s is stored, and is cleared or refused when it is empty', async (name, field) => {
    const item = await add()
    if (field.kind === 'switch') await item.makeEpub()
    const before = await item.read()
    const value = (field.kind === 'text' && field.placeholder) || TEXTS[field.kind]
    const changed = await item.change({ [name]: value, ...WITH[field.kind] })
    expect(changed.statusCode, changed.body).toBe(200)
    const stored = await item.read()
    expect(stored, 'the stored item').not.toEqual(before)

    const cleared = await item.change({ [name]: '' })
    const isOptional = field.schema.safeParse('').success || KEPT.includes(field.kind)
    expect(cleared.statusCode, cleared.body).toBe(isOptional ? 200 : 400)
    if (!isOptional)
      expect(
        cleared.json<Problem>().errors?.map(({ field }) => field),
        'the refused field',
      ).toEqual([name])
    expect(await item.read(), 'the item with the empty field').toEqual(isOptional && !KEPT.includes(field.kind) ? before : stored)
  })

  test.each(files)(
    'the file %s is replaced, and is kept or, if it is optional, cleared when it is empty',
    async (name, { kind, missing }) => {
      const item = await add()
      const before = await item.read()
      const changed = await item.change({ [name]: await FILES[kind]() })
      expect(changed.statusCode, changed.body).toBe(200)
      const stored = await item.read()
      expect(stored, 'the stored item').not.toEqual(before)

      const cleared = await item.change({ [name]: '' })
      expect(cleared.statusCode, cleared.body).toBe(200)
      expect(await item.read(), 'the item with the empty field').toEqual(missing ? stored : before)
    },
  )
})
