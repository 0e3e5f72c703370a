import type { ProblemCode } from '#contracts/problem.ts'
import { toStorageProblem } from '#server/platform/files/free-disk-space.ts'
import { conflict, malformed, notFound, ProblemError } from '#server/platform/problems.ts'

/** An error response of the tus server. */
type Refusal = { status_code: number; body: string }

/** Turns a refusal of the tus server into a problem. Returns unexpected errors unchanged. */
export function toProblem(error: unknown): unknown {
  if (error instanceof ProblemError || !isRefusal(error)) return toStorageProblem(error)
  const { status_code: status, body } = error
  const detail = body.trim()
  if (status === 404) return notFound('upload')
  if (status === 409) return conflict('This is not where the upload goes on', 'Ask for its offset with HEAD.')
  if (status === 410) return refuse(410, 'not_found', 'This upload has expired')
  if (status === 412) return refuse(412, 'invalid_request', 'Send Tus-Resumable: 1.0.0', undefined, { 'tus-version': '1.0.0' })
  if (status === 413) return refuse(413, 'payload_too_large', 'These are more bytes than the upload was to have')
  if (status === 423) return refuse(423, 'conflict', 'Another request is writing to this upload', detail)
  if (status === 501) return malformed(detail)
  if (status < 500) return refuse(status, 'invalid_request', 'The request can’t be read', detail)
  return error instanceof Error ? error : new Error(detail)
}

function refuse(status: number, code: ProblemCode, title: string, detail?: string, headers: Record<string, string> = {}) {
  return new ProblemError(status, code, title, { ...(detail && { detail }), headers })
}

function isRefusal(error: unknown): error is Refusal {
  return typeof error === 'object' && error !== null && 'status_code' in error && typeof error.status_code === 'number' && 'body' in error
}
