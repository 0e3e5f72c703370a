import { GetObjectCommand, type GetObjectCommandInput, S3Client, S3ServiceException } from '@aws-sdk/client-s3'
import { isNetworkFailure } from '#server/platform/database/database-unavailable.ts'
import { unavailable } from '#server/platform/problems.ts'

export type S3Settings = {
  bucket: string
  region: string
  /** For services other than Amazon's, whose buckets are addressed by path */
  endpoint?: string
  /** Without them, the SDK looks where it usually does: environment, shared files, the machine's role. */
  credentials?: { accessKeyId: string; secretAccessKey: string }
  /** Where browsers read what was bought, by short-lived URLs; without it, the app sends the bytes */
  redirectsTo?: string
}

const ATTEMPTS = 4
const CONNECT_MS = 5000
/** Without a byte in this time, a request is given up and retried. */
const SILENT_MS = 15_000

/**
 * Amazon's client, which retries what fails for a moment, up to three times, later each time. Its requests reject with a problem (503) when the
 * service is away.
 */
export function createS3Client({ region, endpoint, credentials }: S3Settings, { silentMs = SILENT_MS } = {}) {
  const client = new S3Client({
    region,
    ...(credentials && { credentials }),
    ...(endpoint && { endpoint, forcePathStyle: true }),
    maxAttempts: ATTEMPTS,
    requestHandler: { connectionTimeout: CONNECT_MS, socketTimeout: silentMs },
  })
  // The first step goes around all attempts.
  client.middlewareStack.add((next) => (request) => next(request).catch(throwUnavailable), { step: 'initialize' })
  return client
}

/** Reads an object, or a part of one, into memory. A body that breaks off is asked for again; the client retries only what has not begun. */
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

/** Whether the service did not answer, or told us to come again. */
function isAway(error: unknown) {
  const status = statusOf(error)
  return status === undefined ? isNetworkFailure(error) || (error as Error).name === 'TimeoutError' : status >= 500 && status !== 501
}

function statusOf(error: unknown) {
  return error instanceof S3ServiceException ? error.$metadata.httpStatusCode : undefined
}

/** Whether an object doesn't exist; a missing bucket is another error. */
export function isMissing(error: unknown) {
  return statusOf(error) === 404 && (error as Error).name !== 'NoSuchBucket'
}

/** Whether a condition of a request did not hold. */
export function isConflict(error: unknown) {
  return statusOf(error) === 412 || statusOf(error) === 409
}
