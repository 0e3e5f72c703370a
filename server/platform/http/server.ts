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
import type { Drain } from './drain.ts'
import { handleBadUrl, handleClientError, setErrorHandlers } from './error-handlers.ts'
import { type TrustProxy, trustedProxies } from './forwarded-headers.ts'
import { closeUnreadRequests } from './guards/close-unread-requests.ts'
import { limitBodyTime } from './guards/limit-body-time.ts'
import { refuseWhenBusy } from './guards/refuse-when-busy.ts'
import { observeResponses } from './observe-responses.ts'
import { type HttpHooks, openHttpServer, repeatsHost } from './open-http-server.ts'
import { createPublicHostRedirect } from './public-host.ts'
import { attributeWork } from './visitor-of.ts'

/** Features of browsers that no page uses, and that injected code or an embedded page must not get either */
const UNUSED_FEATURES = 'camera=(), microphone=(), geolocation=(), display-capture=(), payment=(), usb=(), midi=()'

const FULL =
  'Further connections are closed, because too many are open: raise the limit of open files (LimitNOFILE of systemd, ulimit -n), on which their number depends'

export type App = FastifyInstance<RawServerDefault, IncomingMessage, ServerResponse, FastifyBaseLogger, ZodTypeProvider>

export type ServerOptions = HttpHooks & {
  logLevel: string
  trustProxy: TrustProxy
  /** Other origins whose pages may call the API */
  allowedOrigins: string[]
  /** Public URL of the site, to which pages under other hosts redirect */
  publicUrl?: string
  /** Tracks the connections, so that a shutdown fails no request */
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
      const onFull = (limits: object) => app.log.warn(limits, FULL)
      const server = openHttpServer(handle, { ...hooks, redirectToPublicHost, isProxy, onFull })
      drain?.follow(server)
      return server
    },
    bodyLimit: 256 * 1024,
    routerOptions: { maxParamLength: 300 },
    // The request id of a trusted proxy is reused, so that the logs of proxy and server can be correlated.
    genReqId: ({ headers }) => (headers['x-request-id'] as string | undefined) ?? randomUUID(),
    frameworkErrors: handleBadUrl,
    clientErrorHandler: handleClientError,
    // Idle keep-alive connections are closed at shutdown, so that the shutdown does not wait for them.
    forceCloseConnections: 'idle',
    logger: logStream ? { ...logger, stream: logStream } : logger,
  }).withTypeProvider<ZodTypeProvider>()
  logLimit.writeTo(app.log)
  // A listener prevents server errors, such as a connection that could not be accepted, from ending the process.
  app.server.on('error', (error) => app.server.listening && app.log.error({ err: error }, 'accepting a connection failed'))
  app.addHook('onClose', async () => logLimit.endWindow())
  app.addHook('onRoute', omitFalseLength)
  app.addHook('onRoute', setSuccessStatus)
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id)
    // The Permissions-Policy header is set here, since Helmet has no option for it.
    reply.header('permissions-policy', UNUSED_FEATURES)
    done()
  })
  app.addHook('onRequest', async ({ raw }) => {
    // Requests with several Host headers are refused (RFC 9112, section 3.2).
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
  attributeWork(app)
  setErrorHandlers(app, { isStopping: drain?.isDraining })
  acceptEmptyJson(app)

  await app.register(helmet, {
    // The default policy suits responses with data; pages set their own content security policy.
    contentSecurityPolicy: { useDefaults: false, directives: { 'default-src': ["'none'"], 'frame-ancestors': ["'none'"] } },
    crossOriginEmbedderPolicy: false,
    referrerPolicy: { policy: 'strict-origin-when-cross-origin' },
    strictTransportSecurity: publicUrl?.startsWith('https:') === true && { maxAge: 365 * 24 * 3600, includeSubDomains: false },
  })
  if (allowedOrigins.length > 0) await allowOrigins(app, allowedOrigins)
  await app.register(cookie)
  return app
}

/** Minimum length of a compressed response, in bytes */
const COMPRESSED_BYTES = 1024

/**
 * Removes lengths that Fastify's HEAD routes add, but responses to GET don't have (RFC 9110, section 8.6): the length 0 of 304, and that of
 * JSON which GET compresses.
 */
function omitFalseLength(route: RouteOptions) {
  if (route.method !== 'HEAD' || !route.onSend) return
  route.onSend = [
    ...[route.onSend].flat(),
    async (request, reply) => {
      const isLong = Number(reply.getHeader('content-length')) >= COMPRESSED_BYTES
      const isJson = String(reply.getHeader('content-type')).startsWith('application/json')
      if (reply.statusCode === 304 || (isLong && isJson && request.headers['accept-encoding'])) reply.removeHeader('content-length')
    },
  ]
}

/** Sets the success status that the schema of a route declares, such as 201 or 204. */
function setSuccessStatus(route: RouteOptions) {
  const [status, another] = Object.keys(route.schema?.response ?? {}).filter((code) => /^2\d\d$/.test(code))
  // If the schema declares several success statuses, the handler sets the status.
  if (!status || status === '200' || another) return
  route.preHandler = [async (_request, reply) => void reply.code(Number(status)), ...[route.preHandler ?? []].flat()]
}

/** Compresses the responses of routes that are registered in this scope afterwards. */
export async function compressResponses(app: App) {
  await app.register(compress, { encodings: ['br', 'gzip'], threshold: COMPRESSED_BYTES, globalDecompression: false })
}

/** Serializes a request for the log, without headers and query: the query of a signed URL contains the signature. */
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

/** Lets pages of other origins call the API with cookies. Must be registered before the routes, whose methods are then allowed. */
async function allowOrigins(app: FastifyInstance, origins: string[]) {
  const methods: string[] = []
  // The plugin reads the list of methods at each preflight request, when all routes are registered.
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
  // Only preflight requests are handled here, since routes such as the resumable uploads handle their own OPTIONS requests.
  await app.register(cors, { delegator: (request, done) => done(null, { ...options, preflight: isPreflight(request) }) })
}

/**
 * Returns whether a request is a preflight request, by which a browser asks for permission to send a request from a page of another origin.
 */
function isPreflight({ method, headers }: FastifyRequest) {
  return method === 'OPTIONS' && headers.origin !== undefined && headers['access-control-request-method'] !== undefined
}
