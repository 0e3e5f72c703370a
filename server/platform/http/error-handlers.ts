import { randomUUID } from 'node:crypto'
import { type ServerResponse, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'
import type { Problem } from '#contracts/common/problem.ts'
import { isDatabaseUnavailable } from '#server/platform/database/database-unavailable.ts'
import { toStorageProblem } from '#server/platform/files/free-disk-space.ts'
import { invalidRequest, malformed, methodNotAllowed, notFound, ProblemError, unavailable } from '#server/platform/problems.ts'

/**
 * Converts every error of a route to an RFC 9457 problem. Unexpected errors are logged and sent without their message.
 * @param isStopping whether the server is shutting down; aborted requests may then fail because their files or connections are closed
 */
export function setErrorHandlers(app: FastifyInstance, { isStopping = () => false }: { isStopping?: () => boolean } = {}) {
  const findAllowedMethods = collectAllowedMethods(app)
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const problem = toProblem(error)
    if (problem?.status === 507) request.log.error({ err: error }, 'the disk is full')
    if (problem?.cause) request.log.error({ err: problem.cause }, problem.message)
    // Fastify destroys the stream of a response whose client left before its first byte, and reports that as an error of the stream.
    const hasClientLeft = error.code === 'ERR_STREAM_PREMATURE_CLOSE' && reply.raw.destroyed
    if (hasClientLeft) request.log.info('the client left before the response began')
    else if (!problem) request.log[isStopping() && reply.raw.destroyed ? 'warn' : 'error']({ err: error }, 'unexpected error')
    return sendProblem(request, reply, problem ?? new ProblemError(500, 'internal', 'Something went wrong on our side'))
  })
  app.setNotFoundHandler((request, reply) => {
    const allowed = findAllowedMethods(request.url.split('?', 1)[0] ?? '')
    const isKnown = allowed.length > 0 && !allowed.includes(request.method)
    return sendProblem(request, reply, isKnown ? methodNotAllowed(allowed) : notFound('address'))
  })
}

/** Sends an error response for a URL that Fastify can't parse, before routing. */
export function handleBadUrl(error: FastifyError, request: FastifyRequest, reply: FastifyReply) {
  sendProblem(request, reply, error.code === 'FST_ERR_MAX_PARAM_LENGTH' ? notFound('address') : malformed('The address is malformed.'))
}

/** Sends an error response on the socket for input that is not HTTP, or whose headers are too large or too slow. */
export function handleClientError({ code = '' }: Error & { code?: string }, socket: Socket) {
  // Response that Node is already sending on the socket, and which the error response must not corrupt.
  const { _httpMessage: current } = socket as Socket & { _httpMessage?: ServerResponse }
  if (code === 'ECONNRESET' || !socket.writable || current?.headersSent) return socket.destroy()
  const status = { ERR_HTTP_REQUEST_TIMEOUT: 408, HPE_HEADER_OVERFLOW: 431 }[code] ?? 400
  const title = { 408: 'The request took too long', 431: 'The headers are too large' }[status] ?? 'The request is malformed'
  const error = new ProblemError(status, status === 431 ? 'payload_too_large' : 'invalid_request', title)
  const requestId = randomUUID()
  const body = JSON.stringify(toDocument(error, '', requestId))
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'content-type: application/problem+json',
    `content-length: ${Buffer.byteLength(body)}`,
    'cache-control: no-store',
    `x-request-id: ${requestId}`,
    'connection: close',
  ]
  socket.write(`${head.join('\r\n')}\r\n\r\n${body}`)
  socket.destroySoon()
}

function sendProblem(request: FastifyRequest, reply: FastifyReply, error: ProblemError) {
  // Headers of the original response are removed, since the problem replaces its body.
  for (const name of ['content-length', 'content-range', 'etag', 'accept-ranges', 'content-encoding']) reply.removeHeader(name)
  return reply
    .code(error.status)
    .headers({ 'cache-control': 'no-store', ...error.headers })
    .type('application/problem+json')
    .serializer(JSON.stringify)
    .send(toDocument(error, request.url.split('?', 1)[0] ?? '', request.id))
}

function toDocument({ message: title, status, detail, code, errors }: ProblemError, instance: string, requestId: string): Problem {
  return { type: 'about:blank', title, status, detail, instance, code, requestId, errors }
}

function toProblem(error: FastifyError): ProblemError | undefined {
  if (error instanceof ProblemError) return error
  const stored = toStorageProblem(error)
  if (stored instanceof ProblemError) return stored
  if (hasZodFastifySchemaValidationErrors(error)) {
    return invalidRequest(
      error.validation.map((issue) => ({ field: issue.instancePath.slice(1).replaceAll('/', '.'), message: issue.message ?? '' })),
    )
  }
  if (error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE')
    return new ProblemError(415, 'unsupported_media_type', 'This content type is not supported')
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') return new ProblemError(413, 'payload_too_large', 'The request is too large')
  // Database outages are not logged here, since the availability check logs each outage once.
  if (isDatabaseUnavailable(error))
    return unavailable('The service is temporarily unavailable', { retryAfterSeconds: 2, detail: 'Try again in a few seconds.' })
  if (error.statusCode && error.statusCode >= 400 && error.statusCode < 500) {
    return error.statusCode === 404 ? notFound('address') : malformed(error.message)
  }
  return undefined
}

/**
 * Collects the methods of routes that are registered afterwards, to distinguish an unknown path from an unsupported method. Returns a
 * function that lists the methods of the routes that match a path.
 */
function collectAllowedMethods(app: FastifyInstance): (path: string) => string[] {
  const routes: { pattern: RegExp; methods: string[] }[] = []
  app.addHook('onRoute', ({ url, method }) => {
    // The wildcard route of preflight requests is skipped, since it has no path of its own.
    if (url !== '*') routes.push({ pattern: toPattern(url), methods: [method].flat() })
  })
  return (path) => {
    const methods = routes.flatMap(({ pattern, methods }) => (pattern.test(path) ? methods : []))
    return [...new Set(methods)].toSorted()
  }
}

function toPattern(url: string): RegExp {
  // The wildcard route of the pages excludes the API.
  if (url === '/*') return /^\/(?!api(\/|$))/
  const escaped = url.replaceAll(/[.+?^${}()|[\]\\]/g, '\\$&')
  return new RegExp(`^${escaped.replaceAll(/:\w+/g, '[^/]+?').replaceAll('*', '.*')}$`)
}
