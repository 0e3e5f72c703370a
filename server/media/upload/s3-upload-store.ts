import { createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { DeleteObjectCommand, PutObjectCommand, paginateListObjectsV2 } from '@aws-sdk/client-s3'
import pLimit from 'p-limit'
import { createS3Client, isMissing, readObject, type S3Settings } from '#server/media/store/s3-client.ts'
import type { RequireFreeSpace } from '#server/platform/files/free-disk-space.ts'
import { type Chain, chainParts, joinChunks, type Part, parsePartName, partName } from './upload-parts.ts'
import type { UploadRecord, UploadStore } from './upload-store.ts'

const UPLOADS = 'uploads/'
const RECORD = 'record.json'
/** Number of bytes of a request that are buffered in memory before they are stored. A crash loses the buffered bytes */
const PART_BYTES = 8 * 1024 ** 2
/**
 * Size below which the last stored part of an upload is merged with the bytes that follow: a connection that breaks often must not leave
 * thousands of parts.
 */
const SMALL_BYTES = 1024 ** 2
const REMOVED_AT_ONCE = 8

/** Stores each upload in a bucket as one record and several parts, all of them immutable objects. A part is named after its byte range. */
export function openS3UploadStore(settings: S3Settings, requireFreeSpace: RequireFreeSpace): UploadStore {
  const client = createS3Client(settings)
  const object = (key: string, name: string) => ({ Bucket: settings.bucket, Key: `${UPLOADS}${key}/${name}` })

  /** Lists the objects below a key prefix; `name` is the last segment of an object's key */
  async function* listObjects(prefix: string) {
    for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket: settings.bucket, Prefix: prefix })) {
      for (const { Key = '', LastModified = new Date() } of Contents) {
        const path = Key.slice(UPLOADS.length)
        const slash = path.lastIndexOf('/')
        yield { key: path.slice(0, slash), name: path.slice(slash + 1), touchedAt: LastModified }
      }
    }
  }

  const objectsOf = (key: string) => Array.fromAsync(listObjects(`${UPLOADS}${key}/`))

  async function chainOf(key: string) {
    return chainParts(partsAmong(await objectsOf(key)))
  }

  async function readRecord(key: string) {
    try {
      return JSON.parse(String(await readObject(client, object(key, RECORD)))) as UploadRecord
    } catch (error) {
      if (isMissing(error)) return undefined
      throw error
    }
  }

  function readPart(key: string, part: Part, { start, end }: Part) {
    const isWhole = start === part.start && end === part.end
    // A whole upload part is requested without a range, so that the client verifies its checksum.
    const range = isWhole ? {} : { Range: `bytes=${start - part.start}-${end - part.start - 1}` }
    return readObject(client, { ...object(key, partName(part)), ...range })
  }

  async function* readChain(key: string, chain: Chain, end: number): AsyncGenerator<Buffer> {
    let position = 0
    for (const { part, from } of chain) {
      if (from >= end) return
      position = Math.min(part.end, end)
      yield await readPart(key, part, { start: from, end: position })
    }
    if (position < end) throw new Error(`The upload ${key} has fewer than ${end} bytes`)
  }

  const removeObject = (key: string, name: string) => client.send(new DeleteObjectCommand(object(key, name)))

  return {
    async create(key, record) {
      const Body = JSON.stringify(record)
      await client.send(new PutObjectCommand({ ...object(key, RECORD), Body, ContentType: 'application/json' }))
    },

    async find(key) {
      const objects = await objectsOf(key)
      const record = objects.some(({ name }) => name === RECORD) ? await readRecord(key) : undefined
      if (!record) return undefined
      const touchedAt = new Date(Math.max(...objects.map((each) => each.touchedAt.getTime())))
      return { record, bytes: chainParts(partsAmong(objects)).at(-1)?.part.end ?? 0, touchedAt }
    },

    async append(key, offset, source) {
      const last = (await chainOf(key)).at(-1)?.part
      const small = last?.end === offset && last.end - last.start < SMALL_BYTES ? last : undefined
      const chunks = small ? startWith(await readPart(key, small, small), source) : source
      let start = small?.start ?? offset
      for await (const Body of joinChunks(chunks, PART_BYTES)) {
        const part = { start, end: start + Body.length }
        await client.send(new PutObjectCommand({ ...object(key, partName(part)), Body }))
        // The small upload part is removed only if the merged part is longer: if no bytes followed, the merged part has the same name as
        // the small part.
        if (small && part.start === small.start && part.end > small.end) await removeObject(key, partName(small))
        start = part.end
      }
      return start
    },

    async *read(key, end) {
      yield* readChain(key, await chainOf(key), end)
    },

    async link(key, path) {
      const chain = await chainOf(key)
      const size = chain.at(-1)?.part.end ?? 0
      await requireFreeSpace(size)
      await pipeline(readChain(key, chain, size), createWriteStream(path, { flags: 'wx', mode: 0o600 }))
    },

    async remove(key) {
      // The record of the upload is removed first, so that a partly removed upload counts as missing; the sweep removes the remaining parts.
      await removeObject(key, RECORD)
      await pLimit(REMOVED_AT_ONCE).map(await objectsOf(key), ({ name }) => removeObject(key, name))
    },

    async list() {
      const uploads = new Map<string, Date>()
      for await (const { key, touchedAt } of listObjects(UPLOADS)) {
        if (touchedAt > (uploads.get(key) ?? 0)) uploads.set(key, touchedAt)
      }
      return [...uploads].map(([key, touchedAt]) => ({ key, touchedAt }))
    },
  }
}

function partsAmong(objects: { name: string }[]): Part[] {
  return objects.map(({ name }) => parsePartName(name)).filter((part) => part !== undefined)
}

async function* startWith(first: Buffer, source: AsyncIterable<Buffer>) {
  yield first
  yield* source
}
