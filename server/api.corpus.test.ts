import { openAsBlob } from 'node:fs'
import { basename } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Author } from '#contracts/author.ts'
import type { Book } from '#contracts/book.ts'
import type { Podcast } from '#contracts/podcast.ts'
import { Problem } from '#contracts/problem.ts'
import { corpusFile, corpusFiles, hasCorpus } from '#tests/support/corpus.ts'
import { buildAuthorForm, buildBookForm, buildImage, buildPodcastForm } from '#tests/support/sample-files.ts'
import { storedKeys, temporaryFiles } from '#tests/support/stored-items.ts'
import { openTestApp, type TestApp } from '#tests/support/test-app.ts'

let app: TestApp
let small: Blob
beforeAll(async () => {
  app = await openTestApp()
  small = await buildImage({ width: 40, height: 60 })
})
afterAll(() => app.close())

const filesIn = (folder: string) => corpusFiles(folder).map((name) => `${folder}/${name}`)
const open = async (path: string) => new File([await openAsBlob(corpusFile(path))], basename(path))

const sendPhoto = async (path: string) => app.sendForm('POST', '/api/authors', await buildAuthorForm({ photo: await open(path) }))
const sendPdf = async (path: string) =>
  app.sendForm('POST', '/api/books', await buildBookForm({ coverImage: small, pdf: await open(path), title: path }))
const sendAudio = async (path: string) =>
  app.sendForm('POST', '/api/podcasts', await buildPodcastForm({ coverImage: small, audio: await open(path), duration: '' }))

/** A refusal that a person can act on. */
function expectRefusal(response: Awaited<ReturnType<typeof sendPdf>>, field: string) {
  expect([400, 413, 415], response.body).toContain(response.statusCode)
  const [error] = Problem.parse(response.json()).errors ?? []
  expect(error).toMatchObject({ field, message: expect.stringMatching(/\w{3,}.*\.$/) })
}

describe.runIf(hasCorpus)('pictures are shown upright, in sRGB, without the camera’s metadata', () => {
  test.for(filesIn('images'))('%s', async (path) => {
    const response = await sendPhoto(path)
    expect(response.statusCode, response.body).toBe(201)
    const { picture } = response.json<Author>()
    const sources = picture.sources.filter((source) => source.width === picture.sources[0]?.width)
    expect(sources.map((source) => source.type).toSorted()).toEqual(['image/avif', 'image/webp'])
    for (const source of sources) {
      const served = (await app.get(`/api/media/authors/${source.path}`)).rawPayload
      const { space, exif, xmp, iptc, icc, orientation, width = 0, height = 0 } = await sharp(served).metadata()
      expect({ space, exif, xmp, iptc, icc, orientation }).toEqual({ space: 'srgb' })
      expect(width / height).toBeCloseTo(picture.width / picture.height, 1)
      expect(await meanDifference(served, corpusFile(path), width / height)).toBeLessThan(14)
    }
  })
})

/** How far apart two pictures are to the eye, from 0 to 255: each is laid on white and shrunk to a few squares. */
async function meanDifference(served: Buffer, original: string, ratio: number) {
  const size = { width: Math.round(8 * Math.max(1, ratio)), height: Math.round(8 * Math.max(1, 1 / ratio)), fit: 'fill' as const }
  const [a, b] = await Promise.all(
    [served, original].map((image) =>
      sharp(image)
        .autoOrient()
        .resize(size)
        .toColourspace('srgb')
        .flatten({ background: '#fff' })
        .removeAlpha()
        .raw({ depth: 'uchar' })
        .toBuffer(),
    ),
  )
  if (!a || !b || a.length !== b.length) return Number.POSITIVE_INFINITY
  return a.reduce((sum, value, index) => sum + Math.abs(value - (b[index] ?? 0)), 0) / a.length
}

describe.runIf(hasCorpus)('what is no still picture is refused with a reason', () => {
  test.for(filesIn('images-hostile'))('%s', async (path) => expectRefusal(await sendPhoto(path), 'photo'))
})

describe.runIf(hasCorpus).concurrent('PDFs that open anywhere are published and served as they are', () => {
  test.for(filesIn('pdf'))('%s', async (path) => {
    const response = await sendPdf(path)
    expect(response.statusCode, response.body).toBe(201)
    const book = response.json<Book>()
    expect(book).toMatchObject({ encrypted: false, pageCount: expect.any(Number) })
    const file = await open(path)
    const tail = await app.get(`/api/media/${book.pdfUrl}`, { range: 'bytes=-64' })
    expect(tail.headers['content-range']).toBe(`bytes ${file.size - 64}-${file.size - 1}/${file.size}`)
    expect(new Uint8Array(tail.rawPayload)).toEqual(new Uint8Array(await file.slice(-64).arrayBuffer()))
  })
})

describe.runIf(hasCorpus).concurrent('PDFs with a password are published and marked', () => {
  test.for(filesIn('pdf-encrypted'))('%s', async (path) => {
    const response = await sendPdf(path)
    expect(response.statusCode, response.body).toBe(201)
    expect(response.json()).toMatchObject({ encrypted: true, pageCount: null, previewUrl: null })
  })
})

describe.runIf(hasCorpus).concurrent('hostile PDFs are published or refused with a reason', () => {
  test.for(filesIn('pdf-hostile'))('%s', async (path) => {
    const response = await sendPdf(path)
    if (response.statusCode !== 201) return expectRefusal(response, 'pdf')
    expect(response.json<Book>().pageCount === null || (response.json<Book>().pageCount ?? 0) > 0).toBe(true)
  })
})

const durations: Record<string, string> = {
  'audio/flac.flac': '4:32',
  'audio/he_44khz.mp3': '0:11',
  'audio/issue-127.m4b': '4:22:07',
  'audio/issue-74.m4a': '8:06',
  'audio/issue-92.wav': '3:31',
  'audio/issue_62.ogg': '0:52',
}

describe.runIf(hasCorpus).concurrent('recordings are published with the duration that the file has', () => {
  test.for(filesIn('audio'))('%s', async (path) => {
    const response = await sendAudio(path)
    expect(response.statusCode, response.body).toBe(201)
    const episode = response.json<Podcast>()
    expect(episode.duration).toMatch(/^(\d+:)?\d{1,2}:\d\d$/)
    expect(episode.duration).toBe(durations[path] ?? episode.duration)
    expect((await app.get(`/api/media/${episode.audioUrl}`, { range: 'bytes=0-1' })).statusCode).toBe(206)
  })

  test.for(filesIn('audio-hostile'))('%s is published or refused with a reason', async (path) => {
    const response = await sendAudio(path)
    if (response.statusCode !== 201) expectRefusal(response, 'audio')
  })
})

test.runIf(hasCorpus)('nothing of all this is left but what was published', async () => {
  expect(await temporaryFiles(app.services)).toEqual([])
  const { rows } = await app.services.database.pool.query('select distinct key from media_files order by key')
  expect(await storedKeys(app.services)).toEqual(rows.map((row) => row.key))
  expect((await app.get('/api/health')).statusCode).toBe(200)
})
