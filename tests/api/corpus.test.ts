// @module-tag full
import { openAsBlob } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { basename, join } from 'node:path'
import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Author } from '#contracts/catalogue/author.ts'
import type { Book } from '#contracts/catalogue/book.ts'
import type { Podcast } from '#contracts/catalogue/podcast.ts'
import { Problem } from '#contracts/common/problem.ts'
import { openPdf } from '#server/media/pdf/open-pdf.ts'
import { previewLength } from '#server/media/preview-length.ts'
import { site } from '#site/site.ts'
import { corpusFile, corpusFiles, hasCorpus } from '#tests/support/corpus.ts'
import { entitle } from '#tests/support/entitle.ts'
import { hasFfmpeg } from '#tests/support/ffmpeg.ts'
import { buildAuthorForm, buildBookForm, buildImage, buildPodcastForm } from '#tests/support/sample-files.ts'
import { storedKeys, temporaryFiles } from '#tests/support/stored-items.ts'
import { makeTempFolder } from '#tests/support/temp-folder.ts'
import { openTestApp, type TestApp } from '#tests/support/test-app.ts'

let app: TestApp
let small: Blob
let folder: string
beforeAll(async () => {
  app = await openTestApp()
  small = await buildImage({ width: 40, height: 60 })
  folder = await makeTempFolder()
})
afterAll(async () => {
  await app.close()
  await rm(folder, { recursive: true, force: true })
})

const filesIn = (folder: string) => corpusFiles(folder).map((name) => `${folder}/${name}`)
const open = async (path: string) => new File([await openAsBlob(corpusFile(path))], basename(path))

const sendPhoto = async (path: string) => app.sendForm('POST', '/api/authors', await buildAuthorForm({ photo: await open(path) }))
/** Uploads a book with a price, so that a preview is created. */
const sendPdf = async (path: string) =>
  app.sendForm('POST', '/api/books', await buildBookForm({ coverImage: small, pdf: await open(path), title: path, price: '3' }))
const sendAudio = async (path: string) =>
  app.sendForm('POST', '/api/podcasts', await buildPodcastForm({ coverImage: small, audio: await open(path), duration: '' }))

/** Returns the stored details of a file's media asset and the roles of the asset's files. */
async function stored(key: string) {
  const { rows } = await app.services.database.pool.query<{ details: Record<string, unknown>; files: string[] }>(
    `select details, array(select role from media_files where asset_id = id order by role) as files
     from media_assets where id = (select asset_id from media_files where key = $1)`,
    [key],
  )
  return rows[0]
}

/** Returns the query string of the signed URL that opens a book's file for a buyer. */
async function grantFor({ id }: Book): Promise<string> {
  const owner = { clientId: app.services.shop.access.newClientId(), product: 'book' as const, productId: id }
  await entitle(app.services, owner)
  const wish = { ...owner, currency: 'USD', returnUrl: 'http://here/' } as const
  const { url } = await app.services.shop.access.nextAction(wish, ['http://here'], '127.0.0.1')
  return new URL(url ?? '', 'http://here').search
}

async function preview({ previewUrl }: Book): Promise<Buffer | undefined> {
  return previewUrl === null ? undefined : (await app.get(`/api/media/${previewUrl}`)).rawPayload
}

/** Expects a refusal with a message that tells administrators what to do. */
function expectRefusal(response: Awaited<ReturnType<typeof sendPdf>>, field: string) {
  expect([400, 413, 415], response.body).toContain(response.statusCode)
  const [error] = Problem.parse(response.json()).errors ?? []
  expect(error).toMatchObject({ field, message: expect.stringMatching(/\w{3,}.*\.$/) })
}

describe.runIf(hasCorpus)('pictures are stored in their display orientation, in sRGB, without the camera’s metadata', () => {
  test.for(filesIn('images'))('%s', async (path) => {
    const response = await sendPhoto(path)
    expect(response.statusCode, response.body).toBe(201)
    const { picture } = response.json<Author>()
    expect(picture.placeholder.length).toBeLessThanOrEqual(400)
    const largest = picture.sources.filter((source) => source.width === picture.sources[0]?.width)
    expect(largest.map((source) => source.type).toSorted()).toEqual(['image/avif', 'image/webp'])
    for (const source of picture.sources) {
      const served = (await app.get(`/api/media/authors/${source.path}`)).rawPayload
      const { space, exif, xmp, iptc, icc, orientation, width = 0, height = 0 } = await sharp(served).metadata()
      expect({ space, exif, xmp, iptc, icc, orientation }).toEqual({ space: 'srgb' })
      expect(width / height).toBeCloseTo(picture.width / picture.height, 1)
      if (largest.includes(source)) expect(await meanDifference(served, corpusFile(path), width / height)).toBeLessThan(14)
    }
  })
})

/** Returns the visual difference of two pictures, from 0 to 255. Both are flattened on white and shrunk to a few squares. */
async function meanDifference(served: Buffer, original: string, ratio: number) {
  const size = { width: Math.round(8 * Math.max(1, ratio)), height: Math.round(8 * Math.max(1, 1 / ratio)), fit: 'fill' as const }
  const [a, b] = await Promise.all(
    [served, original].map((image) =>
      sharp(image)
        .autoOrient()
        .resize(size)
        .toColorspace('srgb')
        .flatten({ background: '#fff' })
        .removeAlpha()
        .raw({ depth: 'uchar' })
        .toBuffer(),
    ),
  )
  if (!a || !b || a.length !== b.length) return Number.POSITIVE_INFINITY
  return a.reduce((sum, value, index) => sum + Math.abs(value - (b[index] ?? 0)), 0) / a.length
}

describe.runIf(hasCorpus)('files that are not still pictures are refused with a reason', () => {
  test.for(filesIn('images-hostile'))('%s', async (path) => {
    const response = await sendPhoto(path)
    expectRefusal(response, 'photo')
    expect(response.statusCode).toBeOneOf([400, 415])
    expect(response.json<Problem>().errors?.[0]?.message).toMatch(/Choose|choose/)
  })
})

const pageCounts: Record<string, number> = {
  'pdf/freeculture.pdf': 352,
  'pdf/tracemonkey.pdf': 14,
  'pdf/TAMReview.pdf': 23,
  'pdf/pdkids.pdf': 55,
  'pdf/nested_outline.pdf': 9,
  'pdf/basicapi.pdf': 3,
  'pdf/sizes.pdf': 3,
  'pdf/three_pages_with_number.pdf': 3,
  'pdf/rotation.pdf': 2,
}

describe.runIf(hasCorpus).concurrent('PDFs that any viewer can open are published unchanged, with their first pages as preview', () => {
  test.for(filesIn('pdf'))('%s', async (path) => {
    const response = await sendPdf(path)
    expect(response.statusCode, response.body).toBe(201)
    const book = response.json<Book>()
    const pageCount = pageCounts[path] ?? 1
    expect(book).toMatchObject({ encrypted: false, pageCount })
    expect((await stored(book.pdfUrl))?.details).toEqual({ encrypted: false, pageCount })

    const file = await open(path)
    const tail = await app.get(`/api/media/${book.pdfUrl}${await grantFor(book)}`, { range: 'bytes=-64' })
    expect(tail.headers['content-range']).toBe(`bytes ${file.size - 64}-${file.size - 1}/${file.size}`)
    expect(new Uint8Array(tail.rawPayload)).toEqual(new Uint8Array(await file.slice(-64).arrayBuffer()))

    const content = await preview(book)
    const cutFile = join(folder, basename(path))
    if (content) await writeFile(cutFile, content)
    const cut = content && (await openPdf(cutFile))
    expect(cut?.numPages ?? 0).toBe(previewLength(pageCount, site.preview))
    const whole = await openPdf(corpusFile(path))
    for (let number = 1; number <= (cut?.numPages ?? 0); number += 1) expect(await drawn(cut, number)).toEqual(await drawn(whole, number))
    await whole?.loadingTask.destroy()
    await cut?.loadingTask.destroy()
  })
})

/** Returns the text and the drawing operations that a viewer would render for a page. */
async function drawn(document: Awaited<ReturnType<typeof openPdf>>, number: number) {
  const page = await document?.getPage(number)
  const content = await page?.getTextContent()
  // `annotationMode: 0` omits annotations, because the preview contains no form fields.
  const operations = await page?.getOperatorList({ annotationMode: 0 })
  const fontsToWaitFor = 1
  return {
    text: content?.items.map((item) => ('str' in item ? item.str : '')).join('|'),
    operations: operations?.fnArray.filter((operation) => operation !== fontsToWaitFor),
    view: page?.view,
    rotate: page?.rotate,
  }
}

describe.runIf(hasCorpus).concurrent('PDFs with a password are published and marked as encrypted', () => {
  test.for(filesIn('pdf-encrypted'))('%s', async (path) => {
    const response = await sendPdf(path)
    expect(response.statusCode, response.body).toBe(201)
    const book = response.json<Book>()
    expect(book).toMatchObject({ encrypted: true, pageCount: null, previewUrl: null })
    expect(await stored(book.pdfUrl)).toEqual({ details: { encrypted: true, pageCount: null }, files: ['original'] })
  })
})

describe.runIf(hasCorpus).concurrent('hostile PDFs are published or refused with a reason', () => {
  test.for(filesIn('pdf-hostile'))('%s', async (path) => {
    const response = await sendPdf(path)
    if (response.statusCode !== 201) {
      expectRefusal(response, 'pdf')
      expect(response.statusCode).toBe(400)
      return expect(response.json<Problem>().errors?.[0]?.message).toMatch(/^This PDF/)
    }
    const book = response.json<Book>()
    expect(book.pageCount === null || book.pageCount > 0).toBe(true)
    expect((await preview(book))?.toString('latin1') ?? '').not.toMatch(/JavaScript|file:/)
  })
})

/** Recordings that no browser plays without conversion */
const CONVERTED = ['audio/issue-92.wav']

const seconds: Record<string, number> = {
  'audio/flac.flac': 2,
  'audio/he_44khz.mp3': 10.7,
  'audio/issue-127.m4b': 15_726.7,
  'audio/issue-74.m4a': 486.1,
  'audio/issue-92.wav': 211.3,
  'audio/issue_62.ogg': 52,
  'audio-hostile/incomplete.mp3': 49.2,
  'field/chapter-pictures.m4a': 6,
  'field/flac-without-length.flac': 6,
  'field/id3-before-flac.flac': 6,
  'field/two-tags-with-cover.mp3': 10,
  'field/wav-sizes-zero.wav': 6,
  'field/zeros-before-mp3.mp3': 6.1,
}
const durations: Record<string, string> = {
  'audio/flac.flac': '0:02',
  'audio/he_44khz.mp3': '0:11',
  'audio/issue-127.m4b': '4:22:07',
  'audio/issue-74.m4a': '8:06',
  'audio/issue-92.wav': '3:31',
  'audio/issue_62.ogg': '0:52',
}

describe.runIf(hasCorpus).concurrent('recordings, complete or damaged, are published with the duration of their audio', () => {
  const fromField = Object.keys(seconds).filter((path) => path.startsWith('field/'))
  const paths = [...filesIn('audio'), ...filesIn('audio-hostile'), ...fromField]
  test.for(paths.filter((path) => hasFfmpeg || !CONVERTED.includes(path)))('%s', async (path) => {
    const response = await sendAudio(path)
    expect(response.statusCode, response.body).toBe(201)
    const episode = response.json<Podcast>()
    expect(episode.duration).toMatch(/^(\d+:)?\d{1,2}:\d\d$/)
    expect(episode.duration).toBe(durations[path] ?? episode.duration)
    const durationSeconds = (await stored(episode.audioUrl))?.details.durationSeconds
    if (seconds[path]) expect(durationSeconds).toBeCloseTo(seconds[path], 0)
    else expect(durationSeconds).toBeGreaterThan(0)
    expect((await app.get(`/api/media/${episode.audioUrl}`, { range: 'bytes=0-1' })).statusCode).toBe(206)
  })
})

/** The expected durations are those of the audio data, because the metadata of these recordings is wrong. */
describe.runIf(hasCorpus)('durations of recordings with wrong metadata', () => {
  test('an Ogg file whose timestamps start at five hours gets a duration of six seconds and a preview of three seconds', async () => {
    const form = await buildPodcastForm({ coverImage: small, audio: await open('field/ogg-starts-late.opus'), duration: '', price: '2' })
    const { id, audioUrl, duration } = (await app.sendForm('POST', '/api/podcasts', form)).json<Podcast>()
    const [episode] = (await app.services.catalogue.podcasts.listForFeeds({ limit: 50 })).items.filter((item) => item.id === id)
    expect([duration, (await stored(audioUrl))?.details.durationSeconds]).toEqual(['0:06', 6])
    const cut = (await app.get(`/api/media/${episode?.preview?.key}`)).rawPayload
    expect(cut.length).toBeLessThan(0.6 * (await open('field/ogg-starts-late.opus')).size)
    // The granule position of the last Ogg page gives the duration of the preview
    expect(Number(cut.readBigInt64LE(cut.lastIndexOf('OggS') + 6)) / 48_000).toBeLessThan(3.1)
  })

  test.each([
    ['field/vbr-without-header.mp3', '0:40'],
    ['audio/he_44khz.mp3', '0:11'],
  ])('%s gets a seek table, and its audio data stays unchanged', async (path, duration) => {
    const response = await sendAudio(path)
    const episode = response.json<Podcast>()
    const upload = Buffer.from(await (await open(path)).arrayBuffer())
    const { rawPayload } = await app.get(`/api/media/${episode.audioUrl}`)
    const at = rawPayload.indexOf('Xing')
    const sound = upload.subarray(upload.length - 100_000)
    expect([episode.duration, at > 0, rawPayload.subarray(-100_000).equals(sound)]).toEqual([duration, true, true])
    expect(rawPayload.length - upload.length).toBeLessThan(300)
  })
})

test.runIf(hasCorpus)('only the files of published items remain in the media store', async () => {
  expect(await temporaryFiles(app.services)).toEqual([])
  const { rows } = await app.services.database.pool.query('select distinct key from media_files order by key')
  expect(await storedKeys(app.services)).toEqual(rows.map((row) => row.key))
  expect((await app.get('/api/health')).statusCode).toBe(200)
})
