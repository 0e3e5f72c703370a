import { randomUUID } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
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
  S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import { getSignedUrl } from '@aws-sdk/s3-request-presigner'
import { isMediaKey, type MediaStore, MissingMediaError } from './media-store.ts'

export type S3Settings = {
  bucket: string
  region: string
  /** For services other than Amazon's, whose buckets are addressed by path */
  endpoint?: string
  /** Without them, the SDK looks where it usually does: environment, shared files, the machine's role. */
  credentials?: { accessKeyId: string; secretAccessKey: string }
}

const FILES = 'files/'
const STORE_ID = 'store-id'
/** An upload keeps two parts in memory. */
const PART_BYTES = 8 * 1024 ** 2
const CONNECT_MS = 5000
/** Without a byte in this time, a request is given up and retried. */
const SILENT_MS = 15_000
/** A refund closes a file within this time. */
const SIGNED_SECONDS = 60

/** Stores files as objects of a bucket. The SDK retries what fails for a moment, up to three times, later each time. */
export function openS3MediaStore({ bucket, endpoint, ...settings }: S3Settings, { silentMs = SILENT_MS } = {}): MediaStore {
  const client = new S3Client({
    ...settings,
    ...(endpoint && { endpoint, forcePathStyle: true }),
    maxAttempts: 4,
    requestHandler: { connectionTimeout: CONNECT_MS, socketTimeout: silentMs },
  })
  const object = (key: string) => ({ Bucket: bucket, Key: nameOf(key) })

  async function sizeOf(key: string) {
    try {
      return (await client.send(new HeadObjectCommand(object(key)))).ContentLength
    } catch (error) {
      if (isMissing(error)) return undefined
      throw error
    }
  }

  async function read(key: string, range?: { start: number; end: number }) {
    try {
      const { Body } = await client.send(
        new GetObjectCommand({ ...object(key), ...(range && { Range: `bytes=${range.start}-${range.end}` }) }),
      )
      if (!(Body instanceof Readable)) throw new Error(`No content came for ${key}`)
      return Body
    } catch (error) {
      throw isMissing(error) ? new MissingMediaError(key) : error
    }
  }

  async function* listUploads() {
    let after: { KeyMarker?: string; UploadIdMarker?: string } = {}
    while (true) {
      const page = await client
        .send(new ListMultipartUploadsCommand({ Bucket: bucket, Prefix: FILES, ...after }))
        .catch((error: unknown) => {
          // Some services end unfinished uploads by themselves, and list none.
          if (!(error instanceof S3ServiceException && error.name === 'NotImplemented')) throw error
        })
      yield* page?.Uploads ?? []
      if (!page?.IsTruncated) return
      after = { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker }
    }
  }

  return {
    async put({ key, path }) {
      if ((await sizeOf(key)) === undefined) {
        const params = {
          ...object(key),
          Body: createReadStream(path),
          // Another node may store the same content at this moment.
          IfNoneMatch: '*',
        }
        await new Upload({ client, params, partSize: PART_BYTES, queueSize: 2 }).done().catch(async (error: unknown) => {
          if (!isConflict(error) || (await sizeOf(key)) === undefined) throw error
        })
      }
      await rm(path, { force: true })
    },
    open: read,
    async link(key, path) {
      await pipeline(await read(key), createWriteStream(path, { flags: 'wx', mode: 0o600 }))
    },
    async send(key, range, to, begin = () => undefined) {
      const body = await read(key, range)
      if (to.destroyed) return void body.destroy()
      begin()
      let sent = 0
      body.on('data', (chunk: Buffer) => {
        sent += chunk.length
      })
      try {
        await pipeline(body, to, { end: false })
        if (sent < range.end - range.start + 1) throw new Error('The file is shorter than its record says')
        to.end()
      } catch (error) {
        if (isDisconnect(error)) return
        // The response is incomplete, and the client must notice.
        to.destroy(error as Error)
        throw error
      }
    },
    signUrl: (key, type) =>
      getSignedUrl(client, new GetObjectCommand({ ...object(key), ResponseContentType: type, ResponseCacheControl: 'private, no-store' }), {
        expiresIn: SIGNED_SECONDS,
      }),
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
  // Keys come from URLs: anything else must never become the name of another object.
  if (!isMediaKey(key)) throw new MissingMediaError(JSON.stringify(key))
  return `${FILES}${key}`
}

function statusOf(error: unknown) {
  return error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined
}

function isMissing(error: unknown) {
  return statusOf(error) === 404 && (error as Error).name !== 'NoSuchBucket'
}

function isConflict(error: unknown) {
  return statusOf(error) === 412 || statusOf(error) === 409
}

function isDisconnect(error: unknown) {
  return error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE'
}
