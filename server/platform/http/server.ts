import { randomUUID } from 'node:crypto'
import { createServer as createHttpServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import cors from '@fastify/cors'
import helmet from '@fastify/helmet'
import underPressure from '@fastify/under-pressure'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, type RawServerDefault } from 'fastify'
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod'
import { acceptEmptyJson } from './accept-empty-json.ts'
import { answerBadAddress, answerBrokenRequest, answerProblems } from './answer-problems.ts'
import type { Drain } from './drain.ts'
import { serializeError } from './serialize-error.ts'

export type App = FastifyInstance<RawServerDefault, IncomingMessage, ServerResponse, FastifyBaseLogger, ZodTypeProvider>

/** Time to send a whole request: 1 GB at 1 Mbit/s takes 2.3 hours. Bodies without files have a limit of their own. */
const REQUEST_TIMEOUT_MS = 3 * 3_600_000
/** A connection on which nothing moves for this long is closed. */
const IDLE_TIMEOUT_MS = 120_000
/** How long a connection waits for its next request. */
const KEPT_CONNECTION_MS = 72_000

export type ServerOptions = {
  logLevel: string
  trustProxy: boolean | string
  /** Other origins whose pages may call the API */
  allowedOrigins: string[]
  /** Whether visitors reach the site over TLS */
  secure: boolean
  /** Looks at every request before anything else does. True when it answered it */
  answerAgain?: (request: IncomingMessage, response: ServerResponse) => boolean
  /** Follows the connections, to end the service without failing a request */
  drain?: Drain
  /** Where log lines go; the standard output when not given */
  logStream?: { write: (line: string) => void }
}

/** A Fastify server with what every route shares: problems, request ids, security headers and logs that hold no secrets. */
export async function createServer({
  logLevel,
  trustProxy,
  allowedOrigins,
  secure,
  answerAgain,
  drain,
  logStream,
}: ServerOptions): Promise<App> {
  const logger = { level: logLevel, serializers: { req: serializeRequest, err: serializeError } }
  const app = Fastify({
    trustProxy,
    serverFactory: (handle) => {
      const server = openHttpServer(handle, answerAgain)
      drain?.follow(server)
      return server
    },
    bodyLimit: 256 * 1024,
    routerOptions: { maxParamLength: 300 },
    genReqId: () => randomUUID(),
    frameworkErrors: answerBadAddress,
    clientErrorHandler: answerBrokenRequest,
    // A second visit of a kept connection must not wait for the first one's time-out at shutdown.
    forceCloseConnections: 'idle',
    logger: logStream ? { ...logger, stream: logStream } : logger,
  }).withTypeProvider<ZodTypeProvider>()
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  answerProblems(app)
  acceptEmptyJson(app)

  await app.register(helmet, {
    // Pages set their own policy; everything else is data.
    contentSecurityPolicy: { useDefaults: false, directives: { 'default-src': ["'none'"], 'frame-ancestors': ["'none'"] } },
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    strictTransportSecurity: secure && { maxAge: 365 * 24 * 3600, includeSubDomains: false },
  })
  if (allowedOrigins.length > 0)
    await app.register(cors, {
      origin: allowedOrigins,
      credentials: true,
      exposedHeaders: [
        ...['x-total-count', 'link', 'retry-after', 'etag', 'accept-ranges', 'content-range', 'location'],
        ...['tus-resumable', 'tus-version', 'tus-extension', 'tus-max-size', 'upload-offset', 'upload-length', 'upload-expires'],
      ],
      methods: ['GET', 'HEAD', 'POST', 'PATCH', 'DELETE'],
    })
  await app.register(cookie)
  await app.register(underPressure, { maxEventLoopDelay: 2000, retryAfter: 5 })
  return app
}

/** What `answerAgain` answers never reaches Fastify, which would take longer for it than all else. */
function openHttpServer(handle: RequestListener, answerAgain: ServerOptions['answerAgain']) {
  const options = { requestTimeout: REQUEST_TIMEOUT_MS, headersTimeout: 30_000, keepAliveTimeout: KEPT_CONNECTION_MS }
  const server = createHttpServer(options, (request, response) => {
    if (answerAgain?.(request, response)) return
    handle(request, response)
  })
  server.setTimeout(IDLE_TIMEOUT_MS)
  return server
}

/** Compresses what the routes answer that are registered in this scope from here on. */
export async function compressAnswers(app: App) {
  await app.register(compress, { encodings: ['br', 'gzip'], threshold: 1024, globalDecompression: false })
}

/** What a log line says of a request: never its headers, and of its address only the path. Queries can hold grants. */
function serializeRequest(request: { method: string; url: string; ip?: string }) {
  return { method: request.method, url: request.url.split('?', 1)[0], remoteAddress: request.ip }
}
