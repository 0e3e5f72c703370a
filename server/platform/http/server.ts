import { randomUUID } from 'node:crypto'
import { createServer as createHttpServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import compress from '@fastify/compress'
import cookie from '@fastify/cookie'
import cors from '@fastify/cors'
import helmet from '@fastify/helmet'
import type { FastifyBaseLogger, FastifyInstance, FastifyRequest, RawServerDefault, RouteOptions } from 'fastify'
import Fastify from 'fastify'
import { serializerCompiler, validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod'
import { limitLog } from '#server/platform/logging/limit-log.ts'
import { serializeError } from '#server/platform/logging/serialize-error.ts'
import { normalizeTexts } from '#server/platform/normalize-text.ts'
import { malformed, unavailable } from '#server/platform/problems.ts'
import { closeUnreadRequests, hasBody } from './close-unread-requests.ts'
import type { Drain } from './drain.ts'
import { handleBadUrl, handleClientError, setErrorHandlers } from './error-handlers.ts'
import { type IsProxy, sanitizeForwardedHeaders, type TrustProxy, trustedProxies, visitorIp } from './forwarded-headers.ts'
import { limitBodyTime } from './limit-body-time.ts'
import { limitConnections, maxConnections, readOpenFilesLimit } from './limit-connections.ts'
import { limitPipelining } from './limit-pipelining.ts'
import { type ObserveResponse, observeResponses } from './observe-responses.ts'
import { createPublicHostRedirect, type RedirectToPublicHost } from './public-host.ts'

/** Features of browsers that no page uses, and that injected code or an embedded page must not get either */
const UNUSED_FEATURES = 'camera=(), microphone=(), geolocation=(), display-capture=(), payment=(), usb=(), midi=()'

const RESOLUTION_MS = 10
const LOOK_EVERY_MS = 1000
const MAX_DELAY_MS = 2000
const RETRY_AFTER_SECONDS = 5

export type App = FastifyInstance<RawServerDefault, IncomingMessage, ServerResponse, FastifyBaseLogger, ZodTypeProvider>

/** Time limit for a whole request: 1 GB at 1 Mbit/s takes 2.3 hours. Bodies without files have a shorter limit. */
const REQUEST_TIMEOUT_MS = 3 * 3_600_000
/** A connection without traffic for this long is closed. */
const IDLE_TIMEOUT_MS = 120_000
/** Time limit for the head of a request, also on a connection that never sent a byte. */
const HEAD_TIMEOUT_MS = 20_000
const LOOK_FOR_SLOW_MS = 5000
/** Time that a keep-alive connection stays open for its next request. */
const KEPT_CONNECTION_MS = 72_000

/** A sent response with the visitor's IP address, a function since it takes a moment to compute */
export type SentPage = { request: IncomingMessage; status: number; ip: () => string }

export type ServerOptions = {
  logLevel: string
  trustProxy: TrustProxy
  /** Other origins whose pages may call the API */
  allowedOrigins: string[]
  /** Public URL of the site; under other hosts its pages redirect there */
  publicUrl?: string | undefined
  /** Called first for every request; returns the route of the response that it has sent, if any */
  serveCached?: (request: IncomingMessage, response: ServerResponse) => string | undefined
  /** Called for every response to a client */
  observeResponse?: ObserveResponse
  /** Called for every request with its forwarded headers, also those of untrusted peers */
  observeForwarded?: (request: IncomingMessage) => void
  /** Called after every response to a client, cached ones too */
  onPageSent?: (page: SentPage) => void
  /** Tracks the connections, to stop without failing a request */
  drain?: Drain
  /** Destination of log lines; the standard output by default */
  logStream?: { write: (line: string) => void }
  /** Returns additional fields for each log line */
  logMixin?: () => object
}

/**
 * Creates a Fastify server with the parts that all routes share: error handlers, request ids, security headers and logs without secrets.
 */
export async function createServer(options: ServerOptions): Promise<App> {
  const {
    logLevel,
    trustProxy,
    allowedOrigins,
    publicUrl,
    serveCached,
    observeResponse,
    observeForwarded,
    onPageSent,
    drain,
    logStream,
    logMixin,
  } = options
  const redirectToPublicHost = publicUrl ? createPublicHostRedirect(publicUrl, (details, text) => app.log.warn(details, text)) : undefined
  const logLimit = limitLog()
  const logger = {
    level: logLevel,
    serializers: { req: serializeRequest, err: serializeError },
    hooks: logLimit.hooks,
    ...(logMixin && { mixin: logMixin }),
  }
  const isProxy = trustedProxies(trustProxy)
  const app = Fastify({
    trustProxy: trustProxy !== false && isProxy,
    serverFactory: (handle) => {
      const server = openHttpServer(handle, { redirectToPublicHost, serveCached, observeResponse, observeForwarded, onPageSent, isProxy })
      drain?.follow(server)
      return server
    },
    bodyLimit: 256 * 1024,
    routerOptions: { maxParamLength: 300 },
    // Reuses the request id of the proxy in front, so that both logs can be correlated.
    genReqId: ({ headers }) => (headers['x-request-id'] as string | undefined) ?? randomUUID(),
    frameworkErrors: handleBadUrl,
    clientErrorHandler: handleClientError,
    // At shutdown, idle keep-alive connections are not waited for.
    forceCloseConnections: 'idle',
    logger: logStream ? { ...logger, stream: logStream } : logger,
  }).withTypeProvider<ZodTypeProvider>()
  logLimit.writeTo(app.log)
  // For example, a connection that could not be accepted; without a listener the error would end the process.
  app.server.on('error', (error) => app.server.listening && app.log.error({ err: error }, 'accepting a connection failed'))
  app.addHook('onClose', async () => logLimit.endWindow())
  app.addHook('onRoute', omitLengthOf304)
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    // Helmet has no option for this header.
    reply.header('permissions-policy', UNUSED_FEATURES)
    done()
  })
  app.addHook('onRequest', async ({ raw }) => {
    // RFC 9112, section 3.2
    if (repeatsHost(raw)) throw malformed('The request has several Host headers.')
  })
  app.addHook('preValidation', (request, _reply, done) => {
    for (const parsed of [request.params, request.query, request.body])
      if (typeof parsed === 'object' && parsed !== null) normalizeTexts(parsed)
    done()
  })
  if (observeResponse) observeResponses(app, observeResponse)
  limitBodyTime(app)
  closeUnreadRequests(app)
  refuseWhenBusy(app)
  setErrorHandlers(app, { isStopping: drain?.isDraining })
  acceptEmptyJson(app)

  await app.register(helmet, {
    // Pages set their own policy; everything else is data.
    contentSecurityPolicy: { useDefaults: false, directives: { 'default-src': ["'none'"], 'frame-ancestors': ["'none'"] } },
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    strictTransportSecurity: publicUrl?.startsWith('https:') === true && { maxAge: 365 * 24 * 3600, includeSubDomains: false },
  })
  if (allowedOrigins.length > 0) {
    const methods: string[] = []
    // Routes are registered later; the plugin reads the list at each preflight.
    app.addHook('onRoute', ({ method }) => {
      for (const name of [method].flat()) if (!methods.includes(name) && name !== 'OPTIONS') methods.push(name)
    })
    const options = {
      origin: allowedOrigins,
      credentials: true,
      exposedHeaders: [
        ...['x-request-id', 'x-total-count', 'link', 'retry-after', 'etag', 'accept-ranges', 'content-range', 'location'],
        ...['tus-resumable', 'tus-version', 'tus-extension', 'tus-max-size', 'upload-offset', 'upload-length', 'upload-expires'],
      ],
      methods,
    }
    // Other OPTIONS requests are those of routes, such as the resumable uploads.
    await app.register(cors, { delegator: (request, done) => done(null, { ...options, preflight: isPreflight(request) }) })
  }
  await app.register(cookie)
  return app
}

/** Removes the length 0 that Fastify's HEAD routes add to 304: a length would be that of the resource (RFC 9110, section 8.6). */
function omitLengthOf304(route: RouteOptions) {
  if (route.method !== 'HEAD' || !route.onSend) return
  route.onSend = [
    ...[route.onSend].flat(),
    async (_request, reply) => {
      if (reply.statusCode === 304) reply.removeHeader('content-length')
    },
  ]
}

/** Returns whether a browser asks if a page of another origin may send a request. */
function isPreflight({ method, headers }: FastifyRequest) {
  return method === 'OPTIONS' && headers.origin !== undefined && headers['access-control-request-method'] !== undefined
}

/** Creates the HTTP server. Responses of `serveCached` bypass Fastify, which would take most of their time. */
function openHttpServer(
  handle: RequestListener,
  {
    redirectToPublicHost,
    serveCached,
    observeResponse,
    observeForwarded,
    onPageSent,
    isProxy,
  }: Pick<ServerOptions, 'serveCached' | 'observeResponse' | 'observeForwarded' | 'onPageSent'> & {
    redirectToPublicHost: RedirectToPublicHost | undefined
    isProxy: IsProxy
  },
) {
  const options = {
    requestTimeout: REQUEST_TIMEOUT_MS,
    headersTimeout: HEAD_TIMEOUT_MS,
    connectionsCheckingInterval: LOOK_FOR_SLOW_MS,
    keepAliveTimeout: KEPT_CONNECTION_MS,
  }
  const listener: RequestListener = (request, response) => {
    observeForwarded?.(request)
    sanitizeForwardedHeaders(request, isProxy)
    const isAmbiguous = repeatsHost(request)
    if (!isAmbiguous && redirectToPublicHost?.(request, response)) return
    // Fastify refuses ambiguous requests, and handles bodies that no route expects.
    const began = observeResponse && performance.now()
    const route = isAmbiguous || hasBody(request) ? undefined : serveCached?.(request, response)
    const sent = () => onPageSent?.({ request, status: response.statusCode, ip: () => visitorIp(request, isProxy) })
    if (route === undefined) {
      if (onPageSent) response.once('finish', sent)
      return handle(request, response)
    }
    sent()
    if (began !== undefined) {
      const seconds = (performance.now() - began) / 1000
      observeResponse?.({ method: 'GET', route, status: response.statusCode, seconds, uploadedBytes: 0 })
    }
  }
  const server = createHttpServer(options, limitPipelining(listener))
  server.setTimeout(IDLE_TIMEOUT_MS)
  limitConnections(server, { max: maxConnections(readOpenFilesLimit()), isProxy: (ip) => isProxy(ip, 0) })
  return server
}

/** Returns whether a request has several Host headers, of which a proxy and the app could choose different ones. */
function repeatsHost({ rawHeaders }: IncomingMessage): boolean {
  let count = 0
  for (let index = 0; index < rawHeaders.length; index += 2) {
    const name = rawHeaders[index]
    if (name?.length === 4 && name.toLowerCase() === 'host') count += 1
  }
  return count > 1
}

/** Compresses the responses of routes registered in this scope from here on. */
export async function compressResponses(app: App) {
  await app.register(compress, { encodings: ['br', 'gzip'], threshold: 1024, globalDecompression: false })
}

/** Serializes a request without headers and with only the path of the URL: the query of a signed URL contains its signature. */
function serializeRequest(request: { method: string; url: string; ip?: string }) {
  return { method: request.method, url: request.url.split('?', 1)[0], remoteAddress: request.ip }
}

/**
 * Accepts an empty body with the content type JSON, which some clients send with every request. Routes that need a body require it in their
 * schema.
 */
function acceptEmptyJson(app: App) {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser<string>('application/json', { parseAs: 'string' }, (request, body, done) =>
    body === '' ? done(null) : parse(request, body, done),
  )
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Serves the route even while the event loop lags */
    servedWhenBusy?: boolean
  }
}

/**
 * Refuses requests while the event loop lags by seconds. @fastify/under-pressure also reads the process's memory, which opens a file on
 * Linux and throws when no descriptor is left.
 */
function refuseWhenBusy(app: FastifyInstance) {
  const delays = monitorEventLoopDelay({ resolution: RESOLUTION_MS })
  delays.enable()
  let meanMs = 0
  const timer = setInterval(() => {
    // No sample means that the event loop was blocked the whole time.
    const mean = Number.isNaN(delays.mean) ? Number.POSITIVE_INFINITY : delays.mean / 1e6
    meanMs = mean - RESOLUTION_MS
    delays.reset()
  }, LOOK_EVERY_MS)
  timer.unref()
  app.addHook('onClose', async () => {
    clearInterval(timer)
    delays.disable()
  })
  app.addHook('onRequest', async ({ routeOptions }) => {
    if (meanMs > MAX_DELAY_MS && !routeOptions.config.servedWhenBusy)
      throw unavailable('The server is busy', { retryAfterSeconds: RETRY_AFTER_SECONDS })
  })
}
