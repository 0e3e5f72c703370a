// @module-tag full
import { spawnSync } from 'node:child_process'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Overview } from '#contracts/admin/overview.ts'
import type { Podcast } from '#contracts/catalogue/podcast.ts'
import { hasFfmpeg } from '#tests/support/ffmpeg.ts'
import { buildPodcastForm } from '#tests/support/sample-files.ts'
import { storedKeys, storePodcast, temporaryFiles } from '#tests/support/stored-items.ts'
import { openTestApp, type TestApp } from '#tests/support/test-app.ts'
import { hasPauses } from './is-speech.ts'

const SPEECH = join(import.meta.dirname, '../../../demo/files/audio/a-rule-for-small-days.mp3')
const RATE = 8000

let app: TestApp
beforeAll(async () => {
  app = await openTestApp()
})
afterAll(() => app.close())

const lightOf = (key: string) => app.get(`/api/media/${key}/light`)
const episode = async (id: string) => (await app.get(`/api/podcasts/${id}`)).json<Podcast>()

/** Returns a chord that swells and never pauses, as 16-bit samples. */
function chord(seconds: number): Buffer {
  const samples = Buffer.alloc(2 * seconds * RATE)
  for (let at = 0; at < seconds * RATE; at++) {
    const time = (at / RATE) * 2 * Math.PI
    const swell = 0.7 + 0.3 * Math.sin(time / 2)
    samples.writeInt16LE(Math.round(6000 * swell * (Math.sin(220 * time) + Math.sin(277 * time) + Math.sin(330 * time))), 2 * at)
  }
  return samples
}

function wavOf(samples: Buffer): Blob {
  const header = Buffer.alloc(44)
  header.write('RIFF', 0)
  header.writeUInt32LE(36 + samples.length, 4)
  header.write('WAVEfmt ', 8)
  for (const [at, number] of Object.entries({ 16: 16, 24: RATE, 28: 2 * RATE, 40: samples.length }))
    header.writeUInt32LE(number, Number(at))
  for (const [at, number] of Object.entries({ 20: 1, 22: 1, 32: 2, 34: 16 })) header.writeUInt16LE(number, Number(at))
  header.write('data', 36)
  return new Blob([new Uint8Array(Buffer.concat([header, samples]))], { type: 'audio/wav' })
}

async function publish(audio: Blob, title: string): Promise<Podcast> {
  const response = await app.sendForm('POST', '/api/podcasts', await buildPodcastForm({ title, audio, duration: undefined }))
  expect(response.statusCode, response.body).toBe(201)
  return response.json()
}

/** Codec, channels and duration according to ffprobe */
function probe(path: string) {
  const entries = 'stream=codec_name,channels:format=duration'
  const { stdout } = spawnSync('ffprobe', ['-v', 'error', '-show_entries', entries, '-of', 'json', path])
  const { streams, format } = JSON.parse(String(stdout))
  return { ...streams[0], seconds: Number(format.duration) }
}

test('speech is detected by its pauses, and music is not speech', async () => {
  const music = chord(10)
  const speech = Buffer.from(music)
  // Each word is followed by a pause.
  for (let second = 0; second < 10; second++) speech.fill(0, 2 * RATE * second, 2 * RATE * (second + 0.2))
  const inPieces = async function* (samples: Buffer) {
    for (let at = 0; at < samples.length; at += 4001) yield samples.subarray(at, at + 4001)
  }
  expect([await hasPauses(inPieces(music)), await hasPauses(inPieces(speech))]).toEqual([false, true])
})

test('nothing is encoded without ffmpeg, and the admin overview reports that ffmpeg is missing', async () => {
  const bare = await openTestApp({ FFMPEG: '/nowhere/ffmpeg' })
  await storePodcast(bare.services)
  await bare.services.listening.lowBitrateAudio.makeInBackground(new AbortController().signal)
  expect((await bare.get('/api/overview', bare.bearer)).json()).toMatchObject({
    lightSound: { done: 0, waiting: 1, failed: 0, hasFfmpeg: false },
  })
  await bare.close()
})

describe.skipIf(!hasFfmpeg)('with ffmpeg', () => {
  const make = () => app.services.listening.lowBitrateAudio.makeInBackground(new AbortController().signal)

  test('speech is encoded as mono Opus in WebM with the recording’s length, and the catalogue version increases', async () => {
    const { id, audioUrl, audioBytes } = await publish(new Blob([await readFile(SPEECH)], { type: 'audio/mpeg' }), 'Speech')
    const version = app.services.catalogueVersion.current()
    await make()
    expect(app.services.catalogueVersion.current()).toBe(version + 1)
    const light = await lightOf(audioUrl)
    const path = join(app.services.library.tempFolder, 'light.webm')
    await writeFile(path, light.rawPayload)
    expect(probe(path)).toEqual({ codec_name: 'opus', channels: 1, seconds: expect.closeTo(102, 0) })
    expect(light.rawPayload.length).toBeLessThan(0.8 * audioBytes)
    expect(await episode(id)).toMatchObject({ lightSound: { type: 'audio/webm', bytes: light.rawPayload.length } })
  })

  test('music gets twice the bitrate of speech; an unreadable recording is marked as failed and not retried', async () => {
    const music = await publish(wavOf(chord(30)), 'Music')
    const broken = await storePodcast(app.services)
    await make()
    const { lightSound } = await episode(music.id)
    // Bit rate in bits per second
    expect(((lightSound?.bytes ?? 0) * 8) / 30).toBeGreaterThan(30_000)
    expect((await episode(broken.id)).lightSound).toBeNull()
    const version = app.services.catalogueVersion.current()
    await make()
    expect(app.services.catalogueVersion.current()).toBe(version)
    expect(await app.services.listening.lowBitrateAudio.progress()).toEqual({ done: 2, waiting: 0, failed: 1, hasFfmpeg: true })
    const overview = (await app.get('/api/overview', app.bearer)).json<Overview>()
    expect(overview.failedEpisodes.map(({ id }) => id)).toEqual([broken.id])
  })

  test('a recording of a type that few podcast apps play is encoded as AAC of the same length, and so is its preview if it is priced', async () => {
    const samples = chord(20)
    const free = await publish(wavOf(samples), 'Free WAV')
    const response = await app.sendForm(
      'POST',
      '/api/podcasts',
      await buildPodcastForm({ title: 'Priced WAV', audio: wavOf(samples.subarray(100)), duration: undefined, price: '3' }),
    )
    const { items } = await app.services.catalogue.podcasts.listForFeeds({ limit: 50 })
    const preview = items.find(({ id }) => id === response.json<Podcast>().id)?.preview?.key
    await make()
    for (const [key, seconds] of [
      [free.audioUrl, 20],
      [preview, 10],
    ] as const) {
      const aac = await app.get(`/api/media/${key}/podcast.m4a`)
      expect([aac.statusCode, aac.headers['content-type']], key).toEqual([200, 'audio/mp4'])
      const path = join(app.services.library.tempFolder, 'podcast.m4a')
      await writeFile(path, aac.rawPayload)
      expect(probe(path)).toEqual({ codec_name: 'aac', channels: 1, seconds: expect.closeTo(seconds, 0) })
      await rm(path)
    }
    const speech = (await app.services.catalogue.podcasts.listForFeeds({ limit: 50 })).items.find(({ title }) => title === 'Speech')
    expect(speech?.aac).toBeNull()
    const version = app.services.catalogueVersion.current()
    await make()
    expect(app.services.catalogueVersion.current()).toBe(version)
  })

  test('an aborted encoding leaves no file behind and is retried by the next run', async () => {
    const { id } = await publish(wavOf(chord(240)), 'Long')
    const files = (await storedKeys(app.services)).length
    const stopping = new AbortController()
    setTimeout(() => stopping.abort(), 1000)
    await app.services.listening.lowBitrateAudio.makeAll(stopping.signal, () => undefined)
    expect([(await storedKeys(app.services)).length, await temporaryFiles(app.services)]).toEqual([files, ['light.webm']])
    expect((await episode(id)).lightSound).toBeNull()
    await app.services.listening.lowBitrateAudio.makeAll(new AbortController().signal, () => undefined)
    expect((await episode(id)).lightSound).not.toBeNull()
  })
})
