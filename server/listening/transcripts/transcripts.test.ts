import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { AuditEntry } from '#contracts/admin/audit.ts'
import type { Podcast, PodcastDetails } from '#contracts/catalogue/podcast.ts'
import type { Cue } from '#contracts/catalogue/transcript.ts'
import { writeVtt } from '#contracts/catalogue/transcript-files.ts'
import type { Problem } from '#contracts/common/problem.ts'
import type { NextActionResponse } from '#contracts/shop/access.ts'
import { entitle } from '#tests/support/entitle.ts'
import fc, { longRuns } from '#tests/support/property-testing.ts'
import { buildAudio, buildImage, buildPodcastForm } from '#tests/support/sample-files.ts'
import { temporaryFiles } from '#tests/support/stored-items.ts'
import { openTestApp, type TestApp } from '#tests/support/test-app.ts'

type Values = Record<string, string | Blob>

let app: TestApp
let coverImage: Blob
beforeAll(async () => {
  app = await openTestApp()
  coverImage = await buildImage({ width: 40, height: 40 })
})
afterAll(() => app.close())

const vtt = (content: string) => new File([content], 'talk.vtt')
const HELLO = vtt('WEBVTT\n\n00:01.000 --> 00:02.000\n<v Mai Chipo>Good morning\n\n00:03.000 --> 00:04.500\nto all & you')

const add = async (values: Values) => app.sendForm('POST', '/api/podcasts', await buildPodcastForm({ coverImage, ...values }))

async function publish(values: Values = {}): Promise<PodcastDetails> {
  const response = await add(values)
  expect(response.statusCode, response.body).toBe(201)
  return response.json()
}

function change(id: string, values: Values) {
  const form = new FormData()
  for (const [name, value] of Object.entries(values)) typeof value === 'string' ? form.set(name, value) : form.set(name, value, 'talk.vtt')
  return app.sendForm('PATCH', `/api/podcasts/${id}`, form)
}

const errorsOf = (response: { json: <Body>() => Body }) => response.json<Problem>().errors

describe('chapters', () => {
  test('chapters are published with an episode, on its page and as a JSON file for podcast apps, but not in lists', async () => {
    const episode = await publish({ title: 'With chapters', chapters: '0:00 Welcome\r\n(4:10) – The second mile' })
    const chapters = [
      { start: 0, title: 'Welcome' },
      { start: 250, title: 'The second mile' },
    ]
    expect(episode).toMatchObject({ chapters, hasChapters: true, hasTranscript: false })
    expect((await app.get('/api/podcasts/with-chapters')).json<PodcastDetails>().chapters).toEqual(chapters)
    const listed = (await app.get('/api/podcasts?q=with%20chapters')).json<Podcast[]>()
    expect(listed).toHaveLength(1)
    expect(listed[0]).toMatchObject({ hasChapters: true })
    expect(listed[0]).not.toHaveProperty('chapters')

    const file = await app.get(`/api/podcasts/${episode.id}/chapters.json`, { origin: 'https://player.example' })
    expect(file.headers).toMatchObject({
      'content-type': 'application/json+chapters; charset=utf-8',
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
    })
    expect(file.json()).toEqual({ version: '1.2.0', chapters: chapters.map(({ start, title }) => ({ startTime: start, title })) })
    const again = await app.get(`/api/podcasts/${episode.id}/chapters.json`, { 'if-none-match': String(file.headers.etag) })
    expect(again.statusCode).toBe(304)

    await change(episode.id, { chapters: '' })
    expect((await app.get(`/api/podcasts/${episode.id}/chapters.json`)).statusCode).toBe(404)
  })

  test('invalid chapters are refused with their line number, and the episode stays unchanged', async () => {
    const { id, chapters } = await publish({ chapters: '0:00 Welcome' })
    for (const [values, message] of [
      [{ chapters: 'Welcome' }, 'Line 1 must begin with a time, followed by a title, such as 4:10 The second mile.'],
      [{ chapters: '0:00 Welcome\n46:00 Late' }, 'Line 2 begins after the end of the episode (45:30).'],
      [{ chapters: '0:00 One\n1:30 Two', duration: '1:00' }, 'Line 2 begins after the end of the episode (1:00).'],
    ] as const) {
      const response = await change(id, values)
      expect(response.statusCode).toBe(400)
      expect(errorsOf(response)).toEqual([{ field: 'chapters', message }])
    }
    expect((await app.get(`/api/podcasts/${id}`)).json<PodcastDetails>().chapters).toEqual(chapters)
  })

  test('chapters in the recording’s tags are the default of a new episode, and can be read if it has its own', async () => {
    const audio = new File([taggedMp3()], 'talk.mp3')
    const inFile = [
      { start: 0, title: 'From the file' },
      { start: 1, title: 'Café' },
    ]
    const taken = await publish({ audio, duration: '', chapters: '' })
    expect(taken.chapters).toEqual(inFile)
    const own = await publish({ audio, duration: '', chapters: '0:00 My own' })
    expect(own.chapters).toEqual([{ start: 0, title: 'My own' }])
    expect((await app.get(`/api/podcasts/${own.id}/file-chapters`, app.bearer)).json()).toEqual(inFile)
    expect((await app.get(`/api/podcasts/${own.id}/file-chapters`)).statusCode).toBe(401)
  })
})

describe('a transcript', () => {
  test('a transcript is published in every format, replaced and deleted, and each change is in the audit log', async () => {
    const { id } = await publish({ title: 'Spoken', transcript: HELLO })
    const url = `/api/podcasts/${id}/transcript`
    const file = await app.get(`${url}.vtt`)
    expect([file.headers['content-type'], file.headers['access-control-allow-origin']]).toEqual(['text/vtt; charset=utf-8', '*'])
    expect(file.body).toBe(
      'WEBVTT\n\n00:00:01.000 --> 00:00:02.000\n<v Mai Chipo>Good morning\n\n00:00:03.000 --> 00:00:04.500\nto all &amp; you\n',
    )
    expect((await app.get(`${url}.srt`)).body).toBe(
      '1\n00:00:01,000 --> 00:00:02,000\nMai Chipo: Good morning\n\n2\n00:00:03,000 --> 00:00:04,500\nto all & you\n',
    )
    expect((await app.get(`${url}.json`)).json()).toEqual({
      version: '1.0.0',
      segments: [
        { speaker: 'Mai Chipo', startTime: 1, endTime: 2, body: 'Good morning' },
        { startTime: 3, endTime: 4.5, body: 'to all & you' },
      ],
    })

    const srt = new File(['1\n00:00:05,000 --> 00:00:06,000\nAnother\n'], 'talk.srt')
    expect((await change(id, { transcript: srt })).json()).toMatchObject({ hasTranscript: true })
    expect((await app.get(`${url}.json`)).json()).toMatchObject({ segments: [{ body: 'Another' }] })
    expect((await change(id, { host: 'Somebody else' })).json()).toMatchObject({ hasTranscript: true })
    expect((await change(id, { transcript: '' })).json()).toMatchObject({ hasTranscript: false })
    expect((await app.get(`${url}.vtt`)).statusCode).toBe(404)
    const recorded = (await app.get('/api/audit?noun=podcast&limit=4', app.bearer)).json<AuditEntry[]>()
    expect(recorded.map(({ changes }) => changes.map(({ field }) => field))).toEqual([['transcript'], ['host'], ['transcript'], []])
    expect(await temporaryFiles(app.services)).toEqual([])
  })

  test('a transcript is deleted with its episode', async () => {
    const { id } = await publish({ transcript: HELLO })
    for (const path of ['/api/podcasts', '/api/admin/podcasts']) expect((await app.send('DELETE', `${path}/${id}`)).statusCode).toBe(204)
    const { rows } = await app.services.database.pool.query('select count(*)::int as count from transcript_cues where podcast_id = $1', [
      id,
    ])
    expect(rows).toEqual([{ count: 0 }])
  })

  test.each([
    [vtt('WEBVTT\n\n00:01.000 --> then\nHello'), 400, /^This transcript can’t be used\. Line 3: the times are invalid/],
    [vtt('Good morning to all'), 415, /Choose a transcript in WebVTT \(\.vtt\) or SubRip \(\.srt\)\.$/],
    [vtt(`WEBVTT\n\n00:01.000 --> 00:02.000\n${'<b>'.repeat(300_000)}`), 400, /^This transcript can’t be used\./],
    [vtt(`WEBVTT\n${' '.repeat(2 * 1024 * 1024)}`), 413, /at most 2 MB/],
  ])('an unreadable transcript is refused with an error on its field (case %#)', async (transcript, status, message) => {
    const response = await add({ transcript })
    expect(response.statusCode).toBe(status)
    expect(errorsOf(response)).toEqual([{ field: 'transcript', message: expect.stringMatching(message) }])
  })
})

describe('access to the transcript of a priced episode', () => {
  const cues: Cue[] = Array.from({ length: 40 }, (_, index) => ({
    start: index * 0.75,
    end: index * 0.75 + 0.8,
    speaker: index % 2 ? 'Guest' : null,
    text: `word${index}`,
  }))
  const heardInPreview = cues.filter(({ end }) => end <= 15).map(({ text }) => text)

  const publishPriced = ({ seconds = 30 } = {}) =>
    publish({ price: '2', duration: '2:00', audio: buildAudio({ seconds }), transcript: vtt(writeVtt(cues)) })

  test('a buyer’s grant opens the full transcript until a refund', async () => {
    const { id } = await publishPriced()
    const owner = { clientId: app.services.shop.access.newClientId(), product: 'podcast' as const, productId: id }
    await entitle(app.services, owner)
    const asked = { ...owner, currency: 'USD', returnUrl: 'http://localhost/podcasts' }
    const { url = '' } = (await app.send('POST', '/api/get-next-action', asked, { host: 'localhost' })).json<NextActionResponse>()
    const whole = `/api/podcasts/${id}/transcript.vtt${new URL(url, 'http://localhost').search}`
    const response = await app.get(whole)
    expect(response.headers['cache-control']).toBe('private, no-store')
    expect(response.body).toContain('word39')
    expect((await app.get(`/api/podcasts/${id}/transcript.vtt`)).body).not.toContain('word39')

    await entitle(app.services, owner, false)
    expect((await app.get(whole)).statusCode).toBe(403)
  })

  test('a transcript is public up to the end of the recording’s preview, regardless of the duration entered in the form', async () => {
    const { id } = await publishPriced({ seconds: 160_003 / 8000 })
    const { body } = await app.get(`/api/podcasts/${id}/transcript.vtt`)
    expect(body.match(/word\d+/g)).toEqual(cues.filter(({ end }) => end <= 10).map(({ text }) => text))
  })

  test('the whole transcript of a formerly free episode is not sent once the episode is priced, even if the database does not respond', async () => {
    const { id } = await publishPriced()
    await change(id, { price: '0' })
    const path = `/api/podcasts/${id}/transcript.vtt`
    expect((await app.get(path)).statusCode).toBe(200)
    await change(id, { price: '2' })
    const client = await app.services.database.pool.connect()
    await client.query('begin; lock table podcasts in access exclusive mode')
    try {
      expect((await app.get(path)).statusCode).toBe(503)
    } finally {
      await client.query('rollback')
      client.release()
    }
  })

  test('no request without an entitlement receives a word beyond the preview, even after a free episode becomes priced', {
    tags: ['property'],
  }, async () => {
    const { id, slug } = await publishPriced()
    const another = await publishPriced()
    const stranger = { clientId: app.services.shop.access.newClientId(), product: 'podcast' as const, productId: another.id }
    await entitle(app.services, stranger)
    const asked = { ...stranger, currency: 'USD', returnUrl: 'http://localhost/podcasts' }
    const { url = '' } = (await app.send('POST', '/api/get-next-action', asked, { host: 'localhost' })).json<NextActionResponse>()
    // The grant is for the recording of another episode. That recording is then replaced by different bytes.
    const foreign = new URL(url, 'http://localhost').searchParams.get('grant') ?? ''
    await change(another.id, { audio: new File([buildAudio({ seconds: 31 })], 'other.wav') })

    const path = fc.tuple(fc.constantFrom(id, slug, slug.toUpperCase()), fc.constantFrom('.vtt', '.srt', '.json'))
    const query = fc.constantFrom('', '?', '?grant=', '?grant=x', `?grant=${foreign}`, `?grant=${foreign}&grant=x`, '?price=0', '?x=1')
    const headers = fc.constantFrom<Record<string, string>>(
      {},
      { origin: 'https://a.example' },
      { range: 'bytes=0-9999' },
      { 'accept-encoding': 'gzip' },
    )
    const prices = fc.constantFrom('2', '0.01')
    await fc.assert(
      fc.asyncProperty(path, query, headers, prices, fc.boolean(), async ([name, extension], asked, sent, price, wasFree) => {
        // While the episode is free, requests for its whole transcript may fill every cache of the server.
        if (wasFree) {
          await change(id, { price: '0' })
          expect((await app.get(`/api/podcasts/${name}/transcript${extension}${asked}`, sent)).statusCode).toBeDefined()
        }
        await change(id, { price })
        const response = await app.get(`/api/podcasts/${name}/transcript${extension}${asked}`, { 'accept-encoding': 'identity', ...sent })
        const body = sent['accept-encoding'] ? '' : response.body
        const words = [...body.matchAll(/word\d+/g)].map(([word]) => word)
        expect(words.filter((word) => !heardInPreview.includes(word))).toEqual([])
        if (response.statusCode === 200 && body) expect(words).toEqual(heardInPreview)
      }),
      { numRuns: longRuns(40) },
    )
  })
})

/** Creates an MP3 with two seconds of silence after an ID3v2.3 tag with two chapters, the second in UTF-16. */
function taggedMp3(): Uint8Array<ArrayBuffer> {
  const frame = (id: string, data: Buffer) => {
    const header = Buffer.alloc(10)
    header.write(id)
    header.writeUInt32BE(data.length, 4)
    return Buffer.concat([header, data])
  }
  const chapter = (id: string, startMs: number, title: Buffer) => {
    const times = Buffer.alloc(16, 0xff)
    times.writeUInt32BE(startMs, 0)
    times.writeUInt32BE(startMs + 1000, 4)
    return frame('CHAP', Buffer.concat([Buffer.from(`${id}\0`), times, frame('TIT2', title)]))
  }
  const frames = Buffer.concat([
    chapter('one', 400, Buffer.from('\0From the file')),
    chapter('two', 1900, Buffer.concat([Buffer.from([1]), Buffer.from('\ufeffCafé', 'utf16le')])),
  ])
  const size = [21, 14, 7, 0].map((shift) => (frames.length >> shift) & 0x7f)
  const tag = Buffer.concat([Buffer.from('ID3'), Buffer.from([3, 0, 0, ...size]), frames])
  // The frame header states MPEG 1, layer III, 128 kbit/s at 44,100 Hz.
  const sound = Buffer.alloc(417)
  sound.writeUInt32BE(0xfffb9064)
  return new Uint8Array(Buffer.concat([tag, ...Array.from({ length: 80 }, () => sound)]))
}
