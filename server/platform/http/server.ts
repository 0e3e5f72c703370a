import { randomUUID } from 'node:crypto'
import { createServer as createHttpServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import cors from '@fastify/cors'
import helmet from '@fastify/helmet'
import Fastify, { type FastifyBaseLogger, type FastifyInstance, type RawServerDefault } from 'fastify'
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod'
import { limitLog } from '#server/platform/logging/limit-log.ts'
import { serializeError } from '#server/platform/logging/serialize-error.ts'
import { acceptEmptyJson } from './accept-empty-json.ts'
import { closeUnreadRequests, hasBody } from './close-unread-requests.ts'
import type { Drain } from './drain.ts'
import { handleBadUrl, handleClientError, setErrorHandlers } from './error-handlers.ts'
import { type IsProxy, sanitizeForwardedHeaders, type TrustProxy, trustedProxies } from './forwarded-headers.ts'
import { limitBodyTime } from './limit-body-time.ts'
import { limitConnections } from './limit-connections.ts'
import { limitPipelining } from './limit-pipelining.ts'
import { maxConnections, readOpenFilesLimit } from './max-connections.ts'
import { refuseWhenBusy } from './refuse-when-busy.ts'

export type App = FastifyInstance<RawServerDefault, IncomingMessage, ServerResponse, FastifyBaseLogger, ZodTypeProvider>

/** Time to send a whole request: 1 GB at 1 Mbit/s takes 2.3 hours. Bodies without files have a limit of their own. */
const REQUEST_TIMEOUT_MS = 3 * 3_600_000
/** A connection on which nothing moves for this long is closed. */
const IDLE_TIMEOUT_MS = 120_000
/** Time for the head of a request, also on a connection on which nothing was ever sent. */
const HEAD_TIMEOUT_MS = 20_000
const LOOK_FOR_SLOW_MS = 5000
/** How long a connection waits for its next request. */
const KEPT_CONNECTION_MS = 72_000

export type ServerOptions = {
  logLevel: string
  trustProxy: TrustProxy
  /** Other origins whose pages may call the API */
  allowedOrigins: string[]
  /** Whether visitors reach the site over TLS */
  secure: boolean
  /** Looks at every request before anything else does. True when it answered it */
  serveCached?: (request: IncomingMessage, response: ServerResponse) => boolean
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
  serveCached,
  drain,
  logStream,
}: ServerOptions): Promise<App> {
  const logLimit = limitLog()
  const logger = { level: logLevel, serializers: { req: serializeRequest, err: serializeError }, hooks: logLimit.hooks }
  const isProxy = trustedProxies(trustProxy)
  const app = Fastify({
    trustProxy: trustProxy !== false && isProxy,
    serverFactory: (handle) => {
      const server = openHttpServer(handle, { serveCached, isProxy })
      drain?.follow(server)
      return server
    },
    bodyLimit: 256 * 1024,
    routerOptions: { maxParamLength: 300 },
    genReqId: () => randomUUID(),
    frameworkErrors: handleBadUrl,
    clientErrorHandler: handleClientError,
    // A second visit of a kept connection must not wait for the first one's time-out at shutdown.
    forceCloseConnections: 'idle',
    logger: logStream ? { ...logger, stream: logStream } : logger,
  }).withTypeProvider<ZodTypeProvider>()
  logLimit.writeTo(app.log)
  // Such as one that could not be accepted; without anybody who hears of it, it would end the process.
  app.server.on('error', (error) => app.server.listening && app.log.error({ err: error }, 'a connection failed'))
  app.addHook('onClose', async () => logLimit.endWindow())
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  limitBodyTime(app)
  closeUnreadRequests(app)
  refuseWhenBusy(app)
  setErrorHandlers(app)
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
  return app
}

/** What `serveCached` answers never reaches Fastify, which would take longer for it than all else. */
function openHttpServer(handle: RequestListener, { serveCached, isProxy }: Pick<ServerOptions, 'serveCached'> & { isProxy: IsProxy }) {
  const options = {
    requestTimeout: REQUEST_TIMEOUT_MS,
    headersTimeout: HEAD_TIMEOUT_MS,
    connectionsCheckingInterval: LOOK_FOR_SLOW_MS,
    keepAliveTimeout: KEPT_CONNECTION_MS,
  }
  const answer: RequestListener = (request, response) => {
    sanitizeForwardedHeaders(request, isProxy)
    // A body that nobody asked for is Fastify's affair.
    if (!hasBody(request) && serveCached?.(request, response)) return
    handle(request, response)
  }
  const server = createHttpServer(options, limitPipelining(answer))
  server.setTimeout(IDLE_TIMEOUT_MS)
  limitConnections(server, { max: maxConnections(readOpenFilesLimit()), isProxy: (ip) => isProxy(ip, 0) })
  return server
}

/** Compresses what the routes answer that are registered in this scope from here on. */
export async function compressResponses(app: App) {
  await app.register(compress, { encodings: ['br', 'gzip'], threshold: 1024, globalDecompression: false })
}

/** What a log line says of a request: never its headers, and of its address only the path. Queries can hold grants. */
function serializeRequest(request: { method: string; url: string; ip?: string }) {
  return { method: request.method, url: request.url.split('?', 1)[0], remoteAddress: request.ip }
}
