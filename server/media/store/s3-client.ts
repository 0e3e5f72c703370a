import { GetObjectCommand, type GetObjectCommandInput, S3Client, S3ServiceException } from '@aws-sdk/client-s3'
import { isNetworkFailure } from '#server/platform/database/database-unavailable.ts'
import { unavailable } from '#server/platform/problems.ts'

export type S3Settings = {
  bucket: string
  region: string
  /** URL of an S3 service other than Amazon's, whose buckets are addressed by path */
  endpoint?: string
  /** Access keys. If unset, the SDK uses its default credential sources: environment, shared files, the machine's role. */
  credentials?: { accessKeyId: string; secretAccessKey: string }
  /** Origin from which browsers download purchased files by short-lived URLs; if unset, the server sends the files */
  redirectsTo?: string
}

const ATTEMPTS = 4
const CONNECT_MS = 5000
/** Time limit without a received byte, after which a request is aborted and retried. */
const SILENT_MS = 15_000

/**
 * Creates an Amazon S3 client, which retries transient failures up to three times with increasing delays. Requests reject with a problem
 * (503) if the service is unavailable.
 */
export function createS3Client({ region, endpoint, credentials }: S3Settings, { silentMs = SILENT_MS } = {}) {
  const client = new S3Client({
    region,
    credentials,
    ...(endpoint && { endpoint, forcePathStyle: true }),
    maxAttempts: ATTEMPTS,
    requestHandler: { connectionTimeout: CONNECT_MS, socketTimeout: silentMs },
  })
  // The middleware runs in the step `initialize`, so that errors are converted only after the last retry.
  client.middlewareStack.add((next) => (request) => next(request).catch(throwUnavailable), { step: 'initialize' })
  return client
}

/**
 * Reads an object, or a part of it, into memory. Retries an interrupted response body, since the S3 client only retries until a response
 * begins.
 */
export async function readObject(client: S3Client, input: GetObjectCommandInput): Promise<Buffer> {
  for (let attempt = 1; ; attempt++) {
    const { Body } = await client.send(new GetObjectCommand(input))
    try {
      return Buffer.from((await Body?.transformToByteArray()) ?? [])
    } catch (error) {
      if (attempt === ATTEMPTS) throwUnavailable(error)
    }
  }
}

function throwUnavailable(error: unknown): never {
  throw isAway(error)
    ? unavailable('The file store is unavailable', {
        retryAfterSeconds: 5,
        detail: 'Try again in a few seconds.',
        cause: error,
      })
    : error
}

/** Error codes that ask to retry later. The completion of an upload reports them with status 200, since it may take minutes. */
const RETRY_LATER = ['InternalError', 'RequestTimeout', 'ServiceUnavailable', 'SlowDown']

/** Returns whether the S3 service did not respond, or requested a later retry. */
function isAway(error: unknown) {
  if (error instanceof S3ServiceException && RETRY_LATER.includes(error.name)) return true
  const status = statusOf(error)
  return status === undefined ? isNetworkFailure(error) || (error as Error).name === 'TimeoutError' : status >= 500 && status !== 501
}

function statusOf(error: unknown) {
  return error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined
}

/** Returns whether an S3 error means that an object doesn't exist. A missing bucket is a different error. */
export function isMissing(error: unknown) {
  return statusOf(error) === 404 && (error as Error).name !== 'NoSuchBucket'
}

/** Returns whether an S3 error means that a condition of the request failed. */
export function isConflict(error: unknown) {
  return statusOf(error) === 412 || statusOf(error) === 409
}
