import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { ProblemCode } from '#contracts/common/problem.ts'
import { toStorageProblem } from '#server/platform/files/free-disk-space.ts'
import { conflict, malformed, notFound, ProblemError } from '#server/platform/problems.ts'

const REQUEST_HEADERS = /^(tus-resumable|upload-.*|content-(type|length))$/
// Response headers of the tus server that are passed on. CORS headers are not included, since @fastify/cors sets them.
const RESPONSE_HEADERS = /^(tus-(version|extension|max-size)|upload-.*|location|cache-control)$/

type Refusal = { status_code: number; body: string }

// The tus server's Node handler is not used, since it bypasses Fastify's hooks and error documents by writing to the socket. It also closes
// the connection, which a client needs to read a refusal.
/** Passes a request to the tus server and sends the response. Refusals are thrown as problems. */
export async function relayToTus(
  request: FastifyRequest,
  reply: FastifyReply,
  { method, handle }: { method: string; handle: (relayed: Request) => Promise<Response> },
): Promise<null> {
  const { raw } = request
  // The body of a HEAD request is ignored, whatever its headers say.
  const bytes = request.headers['content-type'] && ['POST', 'PATCH'].includes(method) ? Readable.from(bytesOf(raw)) : undefined
  try {
    const response = await handle(toRequest(request, method, bytes))
    if (response.status >= 400) throw toProblem({ status_code: response.status, body: await response.text() })
    // The tus server sends `Connection: close` if a newer request for the same upload stopped the current request.
    if (response.headers.get('connection') === 'close')
      throw toProblem({ status_code: 423, body: 'Another request has taken over this upload.' })
    for (const [name, value] of response.headers) if (RESPONSE_HEADERS.test(name)) reply.header(name, value)
    // The response body is omitted, since an explicit null would be sent as JSON.
    return reply.code(response.status).send() as never
  } catch (error) {
    const problem = raw.destroyed && !raw.complete ? malformed('The upload was interrupted.') : toProblem(error)
    bytes?.destroy()
    throw problem
  }
}

/** Yields the chunks of a request body. The connection stays open for the response when reading stops early. */
async function* bytesOf(raw: IncomingMessage) {
  for await (const chunk of raw.iterator({ destroyOnReturn: false })) yield chunk as Buffer
}

function toRequest({ url, headers }: FastifyRequest, method: string, bytes: Readable | undefined): Request {
  const kept = Object.entries(headers).filter(([name]) => REQUEST_HEADERS.test(name))
  return new Request(new URL(url, 'http://tus'), {
    method,
    headers: kept.map(([name, value]) => [name, String(value)] as [string, string]),
    ...(bytes && { body: Readable.toWeb(bytes) as ReadableStream, duplex: 'half' as const }),
  })
}

/** Converts a refusal of the tus server to a problem. Returns unexpected errors unchanged. */
function toProblem(error: unknown): unknown {
  if (error instanceof ProblemError || !isRefusal(error)) return toStorageProblem(error)
  const { status_code: status, body } = error
  const detail = body.trim()
  if (status === 404) return notFound('upload')
  if (status === 409) return conflict('The upload offset does not match', 'Request the current offset with HEAD.')
  if (status === 410) return refuse(410, 'not_found', 'This upload has expired')
  if (status === 412) return unsupportedVersion()
  if (status === 413) return refuse(413, 'payload_too_large', 'The upload is larger than its Upload-Length')
  if (status === 423) return refuse(423, 'conflict', 'Another request is writing to this upload', detail)
  if (status === 501) return malformed(detail)
  if (status < 500) return refuse(status, 'invalid_request', 'The request is malformed', detail)
  return error instanceof Error ? error : new Error(detail)
}

export function unsupportedVersion() {
  return refuse(412, 'invalid_request', 'Send Tus-Resumable: 1.0.0', undefined, { 'tus-version': '1.0.0' })
}

function refuse(status: number, code: ProblemCode, title: string, detail?: string, headers: Record<string, string> = {}) {
  return new ProblemError(status, code, title, { detail, headers })
}

function isRefusal(error: unknown): error is Refusal {
  return typeof error === 'object' && error !== null && 'status_code' in error && typeof error.status_code === 'number' && 'body' in error
}
