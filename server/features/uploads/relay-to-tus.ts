import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { malformed } from '#server/platform/problems.ts'
import { toProblem } from './tus-refusals.ts'

const REQUEST_HEADERS = /^(tus-resumable|upload-.*|content-(type|length))$/
// Not those of cross-origin requests, which are the server's own affair.
const ANSWER_HEADERS = /^(tus-(version|extension|max-size)|upload-.*|location|cache-control)$/

/** Hands a request to the tus server as it wants it, and its answer back. Refusals are thrown as problems. */
export async function relayToTus(
  request: FastifyRequest,
  reply: FastifyReply,
  handle: (relayed: Request) => Promise<Response>,
): Promise<null> {
  const { raw } = request
  // Whoever only asks sends no body, whatever the headers say.
  const bytes = request.headers['content-type'] && request.method !== 'HEAD' ? Readable.from(bytesOf(raw)) : undefined
  try {
    const response = await handle(toRequest(request, bytes))
    if (response.status >= 400) throw toProblem({ status_code: response.status, body: await response.text() })
    // One that gave way to another request: whoever sent it listens no more.
    if (response.headers.get('connection') === 'close') throw toProblem({ status_code: 423, body: 'Another request took over.' })
    for (const [name, value] of response.headers) if (ANSWER_HEADERS.test(name)) reply.header(name, value)
    // A null of one's own would be sent as JSON.
    return reply.code(response.status).send() as never
  } catch (error) {
    const problem = raw.destroyed && !raw.complete ? malformed('The upload was interrupted.') : toProblem(error)
    bytes?.destroy()
    throw problem
  }
}

/** Reads the body and, when it is stopped, leaves the connection alive for the answer. */
async function* bytesOf(raw: IncomingMessage) {
  for await (const chunk of raw.iterator({ destroyOnReturn: false })) yield chunk as Buffer
}

function toRequest({ method, url, headers }: FastifyRequest, bytes: Readable | undefined): Request {
  const kept = Object.entries(headers).filter(([name]) => REQUEST_HEADERS.test(name))
  return new Request(new URL(url, 'http://tus'), {
    method,
    headers: kept.map(([name, value]) => [name, String(value)] as [string, string]),
    ...(bytes && { body: Readable.toWeb(bytes) as ReadableStream, duplex: 'half' as const }),
  })
}
