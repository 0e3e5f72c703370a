// @module-tag full
import { createHash, randomFillSync } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { setTimeout as wait } from 'node:timers/promises'
import { Upload, type UploadOptions } from 'tus-js-client'
import { afterAll, beforeAll, expect } from 'vitest'
import type { Podcast } from '#contracts/catalogue/podcast.ts'
import { UPLOAD_CHUNK_BYTES } from '#contracts/common/upload.ts'
import { test } from '#tests/support/browser-test.ts'
import { type CuttingProxy, openCuttingProxy } from '#tests/support/cutting-proxy.ts'
import { makeDataFolder } from '#tests/support/data-folder.ts'
import { ask, type RunningApp, runApp, signIn } from '#tests/support/run-app.ts'
import { buildAudio, buildPodcastForm } from '#tests/support/sample-files.ts'

const MB = 1024 * 1024
/** Size of the upload. UPLOAD_TEST_MB=300 tests the guaranteed size; the suite sends less, but interrupts the upload as often. */
const SIZE = Number(process.env.UPLOAD_TEST_MB ?? 60) * MB
const CUTS = 14

let dataDir: string
let app: RunningApp
let line: CuttingProxy
let headers: { authorization: string }
beforeAll(async () => {
  dataDir = await makeDataFolder()
  app = await runApp(dataDir)
  headers = await signIn(app.url, await app.admin())
  line = await openCuttingProxy(app.url)
})
afterAll(async () => {
  await line?.close()
  await app?.stop()
  await rm(dataDir, { recursive: true, force: true })
})

/** Builds a recording of the given size whose bytes never repeat. */
async function buildRecording(bytes: number): Promise<Buffer> {
  const recording = Buffer.from(await buildAudio({ seconds: Math.floor(bytes / 8000) }).arrayBuffer())
  randomFillSync(recording, 44)
  return recording
}

/** Uploads the recording, resuming as often as needed. Returns the id of the upload. */
function send(recording: Buffer, options: Partial<UploadOptions> = {}): Promise<string> {
  return new Promise((resolve, reject) => {
    const upload: Upload = new Upload(recording, {
      endpoint: `${line.url}/api/uploads`,
      chunkSize: UPLOAD_CHUNK_BYTES,
      headers,
      metadata: { field: 'audio', filename: 'long.wav' },
      retryDelays: [0, 100, 300, 1000, 3000, 3000, 3000, 3000, 3000, 3000, 3000],
      onSuccess: () => resolve(upload.url?.split('/').at(-1) ?? ''),
      onError: reject,
      ...options,
    })
    upload.start()
  })
}

async function publish(id: string): Promise<Podcast> {
  const body = await buildPodcastForm({ audio: undefined, audioUpload: id })
  const response = await ask(`${app.url}/api/podcasts`, { method: 'POST', headers, body })
  expect(response.status, await response.clone().text()).toBe(201)
  return response.json() as Promise<Podcast>
}

const digest = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

test(`${SIZE / MB} MB over a connection that is cut repeatedly arrive complete, with at most one chunk sent twice per cut`, async () => {
  const recording = await buildRecording(SIZE)
  line.cutEvery(SIZE / (CUTS + 1))
  const before = { ...line.seen }
  const id = await send(recording)
  line.cutEvery(Number.POSITIVE_INFINITY)
  const cuts = line.seen.cuts - before.cuts
  expect(cuts).toBeGreaterThanOrEqual(CUTS)
  const twice = line.seen.up - before.up - recording.length
  expect(twice).toBeLessThan(cuts * UPLOAD_CHUNK_BYTES)
  // Even less than one megabyte is sent twice per interruption, since the server stores the received part of an interrupted chunk.
  expect(twice).toBeLessThan(cuts * MB)

  const episode = await publish(id)
  expect(episode).toMatchObject({ audioUrl: `${digest(recording)}.wav`, audioBytes: recording.length })
  const stored = Buffer.from(await (await ask(`${app.url}/api/media/${episode.audioUrl}`)).arrayBuffer())
  expect(digest(stored)).toBe(digest(recording))
}, 600_000)

test('an upload resumes after the server was killed and restarted', async () => {
  const recording = await buildRecording(20 * MB)
  line.slowDown(10 * MB)
  const before = line.seen.up
  const sent = send(recording)
  while (line.seen.up - before < 8 * MB) await wait(20)
  await app.kill()
  app = await runApp(dataDir)
  line.leadTo(app.url)
  line.slowDown(Number.POSITIVE_INFINITY)
  const episode = await publish(await sent)
  expect(line.seen.up - before - recording.length).toBeLessThan(UPLOAD_CHUNK_BYTES)
  expect(episode.audioUrl).toBe(`${digest(recording)}.wav`)
})
