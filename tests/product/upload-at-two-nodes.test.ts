// @module-tag full
import { rm } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Podcast } from '#contracts/catalogue/podcast.ts'
import type { S3Settings } from '#server/media/store/s3-client.ts'
import { readStoreSettings } from '#server/media/store/store-settings.ts'
import { openS3UploadStore } from '#server/media/upload/s3-upload-store.ts'
import type { UploadStore } from '#server/media/upload/upload-store.ts'
import { type RunningApp, runApp, signIn } from '#tests/support/run-app.ts'
import { startS3Server } from '#tests/support/s3-server.ts'
import { buildAudio, buildPodcastForm } from '#tests/support/sample-files.ts'
import { makeTempFolder } from '#tests/support/temp-folder.ts'
import { copyTemplate } from '#tests/support/template-copy.ts'
import { beginUpload, offsetOf, openPiece, sendPiece, uploadAt, write } from '#tests/support/tus-client.ts'

const MB = 1024 ** 2
/** Number of bytes that a node buffers in memory before it writes them to the bucket */
const PART = 8 * MB

let s3: Awaited<ReturnType<typeof startS3Server>>
let database: Awaited<ReturnType<typeof copyTemplate>>
let bucket: UploadStore
let folders: string[]
let nodes: RunningApp[]
beforeAll(async () => {
  s3 = await startS3Server()
  database = await copyTemplate()
  folders = [await makeTempFolder(), await makeTempFolder()]
  const inBucket = await s3.makeBucketSettings()
  bucket = openS3UploadStore(readStoreSettings(inBucket).settings as S3Settings, async () => undefined)
  const settings = { ...inBucket, DATABASE_URL: database.url, SIGNING_KEYS: '0123456789abcdef'.repeat(2) }
  nodes = [await runApp(folders[0] ?? '', settings), await runApp(folders[1] ?? '', settings)]
})
afterAll(async () => {
  for (const node of nodes) await node.stop()
  await database.drop()
  await s3.stop()
  for (const folder of folders) await rm(folder, { recursive: true, force: true })
})

test('an upload whose node is killed resumes at another node from the bytes that reached the bucket', async () => {
  const [one, other] = nodes as [RunningApp, RunningApp]
  const headers = await signIn(one.url, await one.admin())
  const recording = Buffer.from(await buildAudio({ seconds: (20 * MB) / 8000 }).arrayBuffer())
  const upload = await beginUpload({ url: one.url, headers }, recording.length, 'audio')
  expect(await sendPiece(upload, 0, recording.subarray(0, MB))).toBe(204)

  const { sending } = openPiece(upload, MB, recording.length - MB)
  await write(sending, recording.subarray(MB, 18 * MB))
  const stored = async () => (await bucket.find((await bucket.list())[0]?.key ?? ''))?.bytes
  await expect.poll(stored).toBeGreaterThanOrEqual(MB + 2 * PART)
  await one.kill()
  sending.destroy()

  const there = uploadAt({ url: other.url, headers }, upload)
  const offset = (await offsetOf(there)) ?? 0
  expect(offset).toBe(await stored())
  expect(await sendPiece(there, offset, recording.subarray(offset))).toBe(204)

  const form = await buildPodcastForm({ audio: undefined, audioUpload: there.url.split('/').at(-1) })
  const published = await fetch(`${other.url}/api/podcasts`, { method: 'POST', headers, body: form })
  expect(published.status).toBe(201)
  const { audioUrl } = (await published.json()) as Podcast
  const received = Buffer.from(await (await fetch(`${other.url}/api/media/${audioUrl}`)).arrayBuffer())
  expect(received.equals(recording)).toBe(true)
  expect(await bucket.list()).toEqual([])
})
