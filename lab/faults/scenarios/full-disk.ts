import { randomBytes } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { buildAudio, buildAuthorForm, buildPodcastForm } from '#tests/support/sample-files.ts'
import type { Scenario } from '../scenario.ts'
import { mountSmallDisk, type SmallDisk } from '../support/small-disk.ts'

const TUS = { 'tus-resumable': '1.0.0' }
/** Uncached pages and lists that readers request. */
const READ = ['/', '/bookshop', '/api/podcasts', '/api/books?limit=3']

const MB = 1024 * 1024
const DISK_MB = { tmp: 48, uploads: 48, media: 48, postgres: 400 }
const NONE: SmallDisk = { fill: async () => {}, clear: async () => {}, freeBytes: async () => Number.NaN, unmount: async () => {} }

/** Fault scenario: a small disk is mounted in place of each writable folder and filled while items are published or changed. */
export const fullDisk: Scenario = {
  number: 3,
  name: 'full disk',
  // The reserve of free space is disabled here, since it has its own tests.
  settings: { MIN_FREE_BYTES: '0' },
  run: async (product, { long }) => {
    await product.stop()
    const mount = async (folder: keyof typeof DISK_MB) => mountSmallDisk(join(product.dataDir, folder), DISK_MB[folder])
    const disks = {
      tmp: await mount('tmp'),
      uploads: await mount('uploads'),
      media: await mount('media'),
      postgres: await mount('postgres'),
    }
    await product.restart()
    try {
      if (!disks.tmp) return [{ name: 'skipped, since no disk can be mounted here', value: 1 }]
      const all = []
      for (const folder of ['tmp', 'uploads', 'media'] as const)
        all.push(await publishOnFullDisk(product, disks[folder] ?? NONE, { leave: 2 * MB, recordingBytes: 6 * MB }))
      const edited = await editOnFullDisk(product, disks.postgres ?? NONE, { edits: long ? 2000 : 200 })
      const stored = all.flatMap(({ refused }) => refused)
      return [
        { name: 'files refused with 507', value: stored.filter((status) => status === 507).length, atLeast: all.length },
        { name: 'other refusals of files', value: stored.filter((status) => ![201, 204, 507].includes(status)).length, atMost: 0 },
        { name: 'files left behind', value: all.flatMap(({ left }) => left).length, atMost: 0 },
        {
          name: 'files refused after space was freed',
          value: all.flatMap(({ again }) => again).filter((status) => status >= 400).length,
          atMost: 0,
        },
        {
          name: 'changes refused with 503 or 507',
          value: edited.refused.filter((status) => status === 503 || status === 507).length,
          atLeast: 1,
        },
        {
          name: 'other responses to changes',
          value: edited.refused.filter((status) => ![200, 503, 507].includes(status)).length,
          atMost: 0,
        },
        {
          name: 'readers refused meanwhile',
          value: [...all.flatMap(({ read }) => read), ...edited.read].filter((status) => status !== 200 && status !== 503).length,
          atMost: 0,
        },
        { name: 'changes refused after space was freed', value: Number(edited.again !== 200), atMost: 0 },
      ]
    } finally {
      await product.stop()
      for (const disk of Object.values(disks)) await disk?.unmount()
    }
  },
}

type Site = { url: string; dataDir: string; headers: Record<string, string> }

export type FullDiskFigures = {
  /** Responses to writes while the disk was full, for forms and for resumable uploads */
  refused: number[]
  /** Error message of the first rejection */
  sentence: string
  /** Statuses of readers' requests while the disk was full */
  read: number[]
  /** Files and folders that rejected writes left behind */
  left: string[]
  /** Statuses of the same writes once there was free space */
  again: number[]
}

/**
 * Publishes an episode with a form and sends a resumable upload, first while a disk is full, then with free space.
 * @param leave number of bytes that stay free
 * @param recordingBytes size of each recording; more than `leave`
 */
export async function publishOnFullDisk(
  site: Site,
  disk: Pick<SmallDisk, 'fill' | 'clear'>,
  { leave, recordingBytes }: { leave: number; recordingBytes: number },
): Promise<FullDiskFigures> {
  // Files that existed before the test are not counted as left behind.
  const before = await listFiles(site.dataDir)
  await disk.fill(leave)
  const first = await publish(site, recordingBytes)
  const pieces = await sendInPieces(site, recordingBytes)
  const read = await Promise.all(READ.map(async (path) => (await drained(fetch(`${site.url}${path}`))).status))
  if (pieces.uploadUrl) await drained(fetch(pieces.uploadUrl, { method: 'DELETE', headers: { ...site.headers, ...TUS } }))
  const left = (await listFiles(site.dataDir)).filter((file) => !before.includes(file))
  await disk.clear()
  const second = await publish(site, recordingBytes)
  const whole = await sendInPieces(site, recordingBytes)
  return {
    refused: [first.status, pieces.status],
    sentence: (first.body as { detail?: string }).detail ?? '',
    read,
    left,
    again: [second.status, whole.status],
  }
}

/** Sends a recording by the tus protocol, in one chunk. */
async function sendInPieces(site: Site, bytes: number): Promise<{ status: number; uploadUrl?: string }> {
  const { status, uploadUrl } = await beginUpload(site, bytes)
  return uploadUrl ? { uploadUrl, status: await sendPiece({ uploadUrl, headers: site.headers, bytes, offset: 0 }) } : { status }
}

/** Creates an upload of the given size; returns its URL if it is accepted. */
export async function beginUpload({ url, headers }: Site, bytes: number): Promise<{ status: number; uploadUrl?: string }> {
  const metadata = `field ${btoa('audio')},filename ${btoa('talk.wav')}`
  const created = await drained(
    fetch(`${url}/api/uploads`, {
      method: 'POST',
      headers: { ...headers, ...TUS, 'upload-length': String(bytes), 'upload-metadata': metadata },
    }),
  )
  const location = created.headers.get('location')
  return { status: created.status, ...(created.ok && location && { uploadUrl: new URL(location, `${url}/api/`).href }) }
}

/** Sends the rest of a recording from `offset` on, and returns the status. */
export async function sendPiece({
  uploadUrl,
  headers,
  bytes,
  offset,
}: {
  uploadUrl: string
  headers: Record<string, string>
  bytes: number
  offset: number
}): Promise<number> {
  const response = await drained(
    fetch(uploadUrl, {
      method: 'PATCH',
      headers: { ...headers, ...TUS, 'upload-offset': String(offset), 'content-type': 'application/offset+octet-stream' },
      body: recording(bytes).slice(offset),
    }),
  )
  return response.status
}

/** Returns the offset of an upload on the server. */
export async function offsetOf(uploadUrl: string, headers: Record<string, string>): Promise<number> {
  const response = await fetch(uploadUrl, { method: 'HEAD', headers: { ...headers, ...TUS } })
  return Number(response.headers.get('upload-offset'))
}

/** Changes an author's biography repeatedly, first while the database's disk is full, then once there is free space. */
export async function editOnFullDisk(
  { url, headers }: Site,
  disk: Pick<SmallDisk, 'fill' | 'clear'>,
  { edits }: { edits: number },
): Promise<{ refused: number[]; read: number[]; again: number }> {
  const made = await fetch(`${url}/api/authors`, { method: 'POST', headers, body: await buildAuthorForm() })
  const { id } = (await made.json()) as { id: string }
  const edit = async () => {
    const body = new FormData()
    // The biography is random, so that it can't be compressed.
    body.set('bio', randomBytes(15_000).toString('base64').slice(0, 20_000))
    return (await drained(fetch(`${url}/api/authors/${id}`, { method: 'PATCH', headers, body }))).status
  }
  await disk.fill()
  const refused: number[] = []
  for (let number = 0; number < edits; number++) refused.push(await edit())
  const read = await Promise.all(READ.map(async (path) => (await drained(fetch(`${url}${path}`))).status))
  await disk.clear()
  let again = await edit()
  for (let tries = 0; tries < 60 && again !== 200; tries++) {
    await delay(500)
    again = await edit()
  }
  return { refused, read, again }
}

async function publish({ url, headers }: Site, bytes: number): Promise<{ status: number; body: unknown }> {
  const body = await buildPodcastForm({ title: `Of ${bytes} bytes`, audio: recording(bytes) })
  const response = await fetch(`${url}/api/podcasts`, { method: 'POST', headers, body })
  return { status: response.status, body: await response.json() }
}

/** Builds a silent recording of exactly the given size. */
function recording(bytes: number): Blob {
  return buildAudio({ seconds: Math.ceil(bytes / 8000) }).slice(0, bytes)
}

async function drained(response: Promise<Response>): Promise<Response> {
  await (await response).arrayBuffer()
  return response
}

/** Lists all files of the data folder, except the database files and the files that fill the disks. */
async function listFiles(dataDir: string): Promise<string[]> {
  const names = await Promise.all(
    ['tmp', 'uploads', 'media', 'mail'].map(async (folder) =>
      (await readdir(join(dataDir, folder), { recursive: true, withFileTypes: true }).catch(() => []))
        .filter((entry) => entry.isFile() && entry.name !== '.ballast')
        .map((entry) => join(entry.parentPath, entry.name)),
    ),
  )
  return names.flat().sort()
}
