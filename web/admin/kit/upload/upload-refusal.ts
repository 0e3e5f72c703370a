import type { DetailedError } from 'tus-js-client'
import type { Problem } from '#contracts/common/problem.ts'
import type { UploadField } from '#contracts/common/upload.ts'
import { ApiError } from '#web/lib/api/api.ts'

const TEMPORARY = [408, 409, 423, 425, 429]
const GONE = [404, 410]

/** Returns the reason why a file can't be uploaded at all; undefined after a lost connection or a temporary server error. */
export async function findRefusal(error: unknown, file: Blob, field: UploadField): Promise<ApiError | undefined> {
  const { originalRequest: request, originalResponse: response, causingError: cause } = error as Partial<DetailedError>
  const refusal = cause instanceof ApiError ? cause : response ? toRefusal(response.getStatus(), response.getBody()) : undefined
  if (!refusal) return (await isReadable(file)) ? undefined : toFileError(field)
  const { status } = refusal.problem
  // The upload is missing on the server: the retry's request for its offset starts a new upload.
  if (TEMPORARY.includes(status) || (GONE.includes(status) && request?.getMethod() === 'PATCH')) return undefined
  return status < 500 || status === 507 ? refusal : undefined
}

/** @param body a problem document, or anything else */
export function toRefusal(status: number, body: string): ApiError {
  const problem: Problem = { type: 'about:blank', title: '', status, instance: '', code: 'internal', requestId: '' }
  try {
    return new ApiError({ ...problem, ...(JSON.parse(body) as Problem) })
  } catch {
    return new ApiError(problem)
  }
}

/** Returns whether the file can still be read. A file that was changed, moved or removed fails like a lost connection. */
async function isReadable(file: Blob) {
  return file
    .slice(0, 1)
    .arrayBuffer()
    .then(
      () => true,
      () => false,
    )
}

function toFileError(field: UploadField) {
  const { problem } = toRefusal(400, '')
  return new ApiError({ ...problem, errors: [{ field, message: 'This file was changed or moved. Choose it again.' }] })
}
