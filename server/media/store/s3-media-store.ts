import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import {
  AbortMultipartUploadCommand,
  DeleteObjectCommand,
  GetObjectCommand,
  HeadObjectCommand,
  ListMultipartUploadsCommand,
  PutObjectCommand,
  paginateListObjectsV2,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { isMediaKey, type MediaStore, MissingMediaError } from './media-store.ts'
import { createS3Client, isConflict, isMissing, type S3Settings } from './s3-client.ts'

const FILES = 'files/'
const STORE_ID = '.store-id'
/** Size of an upload part; an upload holds two parts in memory. */
const PART_BYTES = 8 * 1024 ** 2
/** Lifetime of a signed URL in seconds, and thus the time within which a refund revokes access to a file. */
const SIGNED_SECONDS = 60

/** Opens a media store that stores files as objects of a bucket. */
export function openS3MediaStore(settings: S3Settings, options: { silentMs?: number } = {}): MediaStore {
  const { bucket, redirectsTo } = settings
  const client = createS3Client(settings, options)
  const object = (key: string) => ({ Bucket: bucket, Key: nameOf(key) })

  async function sizeOf(key: string) {
    try {
      return (await client.send(new HeadObjectCommand(object(key)))).ContentLength
    } catch (error) {
      if (isMissing(error)) return undefined
      throw error
    }
  }

  async function write(key: string, content: AsyncIterable<Buffer>) {
    let broken: unknown
    async function* watched() {
      try {
        yield* content
      } catch (error) {
        broken = error
        throw error
      }
    }
    const params = {
      ...object(key),
      Body: Readable.from(watched(), { objectMode: false }),
      // The upload is conditional, since another instance may store the same content concurrently.
      IfNoneMatch: '*',
    }
    await new Upload({ client, params, partSize: PART_BYTES, queueSize: 2 }).done().catch(async (error: unknown) => {
      // An error from the content takes precedence over an error from removing the partial upload, which the next sweep removes.
      if (broken) throw broken
      if (!isConflict(error) || (await sizeOf(key)) === undefined) throw error
    })
  }

  async function read(key: string, range?: { start: number; end: number }) {
    try {
      const { Body, ContentLength } = await client.send(
        new GetObjectCommand({ ...object(key), ...(range && { Range: `bytes=${range.start}-${range.end}` }) }),
      )
      if (!(Body instanceof Readable)) throw new Error(`The bucket returned no content for ${key}`)
      return { body: Body, bytes: ContentLength }
    } catch (error) {
      throw isMissing(error) ? new MissingMediaError(key) : error
    }
  }

  async function* listUploads() {
    let after: { KeyMarker?: string; UploadIdMarker?: string } = {}
    for (let isTruncated = true; isTruncated; ) {
      const page = await client
        .send(new ListMultipartUploadsCommand({ Bucket: bucket, Prefix: FILES, ...after }))
        .catch((error: unknown) => {
          // Services that remove unfinished uploads automatically may not support listing them.
          if (!(error instanceof S3ServiceException && error.name === 'NotImplemented')) throw error
        })
      yield* page?.Uploads ?? []
      // The listing ends if the marker for the next page is missing, since the first page would be listed forever.
      isTruncated = page?.IsTruncated === true && page.NextKeyMarker !== undefined
      after = { KeyMarker: page?.NextKeyMarker, UploadIdMarker: page?.NextUploadIdMarker }
    }
  }

  function signUrl(key: string, { type, disposition }: { type: string; disposition?: string }) {
    const command = new GetObjectCommand({
      ...object(key),
      ResponseContentType: type,
      ResponseCacheControl: 'private, no-store',
      ResponseContentDisposition: disposition,
    })
    return getSignedUrl(client, command, { expiresIn: SIGNED_SECONDS })
  }

  return {
    async put({ key, path }) {
      if ((await sizeOf(key)) === undefined) await write(key, createReadStream(path))
      await rm(path, { force: true })
    },
    write,
    open: async (key, range) => (await read(key, range)).body,
    async send(key, range, to, begin = () => undefined) {
      const { body, bytes } = await read(key, range)
      if (to.destroyed) return void body.destroy()
      begin()
      if (bytes !== range.end - range.start + 1) body.destroy(new Error('The file is shorter than its record says'))
      let isDisconnected = false
      to.once('close', () => {
        isDisconnected = !body.destroyed
      })
      // An error in the object's stream or in the response ends both streams, so that the client notices the incomplete response.
      await pipeline(body, to).catch((error: unknown) => {
        if (!isDisconnected) throw error
      })
    },
    ...(redirectsTo && { signUrl }),
    async size(key) {
      return isMediaKey(key) ? sizeOf(key) : undefined
    },
    async remove(key) {
      await client.send(new DeleteObjectCommand(object(key)))
    },
    async *keys() {
      for await (const { Contents = [] } of paginateListObjectsV2({ client }, { Bucket: bucket, Prefix: FILES })) {
        for (const { Key = '' } of Contents) {
          const key = Key.slice(FILES.length)
          if (isMediaKey(key)) yield key
        }
      }
    },
    async check() {
      const probe = { Bucket: bucket, Key: `check-${randomUUID()}` }
      await client.send(new PutObjectCommand({ ...probe, Body: 'check' }))
      await client.send(new DeleteObjectCommand(probe))
    },
    async tidy() {
      for await (const { Key, UploadId } of listUploads()) {
        await client.send(new AbortMultipartUploadCommand({ Bucket: bucket, Key, UploadId }))
      }
    },
    async id() {
      const found = await client.send(new GetObjectCommand({ Bucket: bucket, Key: STORE_ID })).catch((error: unknown) => {
        if (!isMissing(error)) throw error
      })
      return (await found?.Body?.transformToString())?.trim()
    },
    async setId(id) {
      await client.send(new PutObjectCommand({ Bucket: bucket, Key: STORE_ID, Body: `${id}\n`, ContentType: 'text/plain' }))
    },
  }
}

function nameOf(key: string) {
  // Keys come from URLs, so an invalid key must never become the name of another object.
  if (!isMediaKey(key)) throw new MissingMediaError(JSON.stringify(key))
  return `${FILES}${key}`
}
