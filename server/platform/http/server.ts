import { randomUUID } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
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
import { malformed } from '#server/platform/problems.ts'
import { closeUnreadRequests } from './close-unread-requests.ts'
import type { Drain } from './drain.ts'
import { handleBadUrl, handleClientError, setErrorHandlers } from './error-handlers.ts'
import { type TrustProxy, trustedProxies } from './forwarded-headers.ts'
import { limitBodyTime } from './limit-body-time.ts'
import { observeResponses } from './observe-responses.ts'
import { type HttpHooks, openHttpServer, repeatsHost } from './open-http-server.ts'
import { createPublicHostRedirect } from './public-host.ts'
import { refuseWhenBusy } from './refuse-when-busy.ts'

/** Features of browsers that no page uses, and that injected code or an embedded page must not get either */
const UNUSED_FEATURES = 'camera=(), microphone=(), geolocation=(), display-capture=(), payment=(), usb=(), midi=()'

export type App = FastifyInstance<RawServerDefault, IncomingMessage, ServerResponse, FastifyBaseLogger, ZodTypeProvider>

export type ServerOptions = HttpHooks & {
  logLevel: string
  trustProxy: TrustProxy
  /** Other origins whose pages may call the API */
  allowedOrigins: string[]
  /** Public URL of the site; under other hosts its pages redirect there */
  publicUrl?: string
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
  const { logLevel, trustProxy, allowedOrigins, publicUrl, drain, logStream, logMixin, ...hooks } = options
  const redirectToPublicHost = publicUrl ? createPublicHostRedirect(publicUrl, (details, text) => app.log.warn(details, text)) : undefined
  const logLimit = limitLog()
  const logger = {
    level: logLevel,
    serializers: { req: serializeRequest, err: serializeError },
    hooks: logLimit.hooks,
    mixin: logMixin,
  }
  const isProxy = trustedProxies(trustProxy)
  const app = Fastify({
    trustProxy: trustProxy !== false && isProxy,
    serverFactory: (handle) => {
      const server = openHttpServer(handle, { ...hooks, redirectToPublicHost, isProxy })
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
  app.addHook('onRoute', setSuccessStatus)
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
  if (hooks.observeResponse) observeResponses(app, hooks.observeResponse)
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
  if (allowedOrigins.length > 0) await allowOrigins(app, allowedOrigins)
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

/** Sends the success status that the schema of a route declares, such as 201, or 204, for which the handler returns nothing. */
function setSuccessStatus(route: RouteOptions) {
  const [status, another] = Object.keys(route.schema?.response ?? {}).filter((code) => /^2\d\d$/.test(code))
  // With two of them, the handler chooses.
  if (!status || status === '200' || another) return
  route.preHandler = [async (_request, reply) => void reply.code(Number(status)), ...[route.preHandler ?? []].flat()]
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

/** Lets pages of other origins call the API with cookies. Register it before the routes, whose methods it allows. */
async function allowOrigins(app: FastifyInstance, origins: string[]) {
  const methods: string[] = []
  // Routes are registered later; the plugin reads the list at each preflight.
  app.addHook('onRoute', ({ method }) => {
    for (const name of [method].flat()) if (!methods.includes(name) && name !== 'OPTIONS') methods.push(name)
  })
  const options = {
    origin: origins,
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

/** Returns whether a browser asks if a page of another origin may send a request. */
function isPreflight({ method, headers }: FastifyRequest) {
  return method === 'OPTIONS' && headers.origin !== undefined && headers['access-control-request-method'] !== undefined
}
