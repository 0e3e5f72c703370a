import { isIP } from 'node:net'
import { resolve } from 'node:path'
import { z } from 'zod'
import { DEFAULT_FILE_LIMITS } from '#contracts/common/upload.ts'
import { CONTACT_DELIVERIES } from '#contracts/site/contact-choices.ts'
import { parseMailbox } from '#server/platform/mail/mail.ts'
import { readStoreSettings, STORE_SETTINGS } from './media/store/store-settings.ts'
import { Origin, WebUrl } from './platform/web-url.ts'
import { GATEWAY_SETTINGS, readGatewaySettings } from './shop/gateways/gateway-settings.ts'

const MAX_PORT = 65_535
/** Whole numbers consist of digits only: `1e3` or `0x10` is more likely a mistake. */
const digits = z.string().regex(/^\d+$/, 'must be a whole number').transform(Number)
const bytes = (fallback: number) => digits.pipe(z.int().positive()).default(fallback)
/** Default free space that uploads must leave on disks. Small sites need a fifth; many payments make the write-ahead log grow. */
const MIN_FREE_BYTES = 1024 ** 3
/** Default grace period of a shutdown, enough for a load balancer that checks every 3 seconds and removes a node after 3 failures. */
const SHUTDOWN_GRACE_S = 10
/** A database URL names a single host, since the driver, unlike libpq, can't choose between several hosts. */
const DatabaseUrl = z
  .string()
  .refine(
    (text) => !/^[^/]+:\/\/([^/?#]*@)?[^/?#@]*,[^/?#@]*([/?#]|$)|[?&]host=[^&]*,/.test(text),
    'must name one host, such as a proxy: the driver can’t choose between several',
  )
  .pipe(z.url({ protocol: /^postgres(ql)?$/, error: 'must be a postgres:// URL' }))
const list = z
  .string()
  .default('')
  .transform((text) =>
    text
      .split(',')
      .map((part) => part.trim())
      .filter(Boolean),
  )

const Environment = z.object({
  NODE_ENV: z.enum(['development', 'production', 'test']).default('development'),
  HOST: z.string().default('0.0.0.0'),
  PORT: digits.pipe(z.int().max(MAX_PORT)).default(3000),
  DATA_DIR: z
    .string()
    .regex(/^\P{Cc}+$/u, 'must be a folder whose name has no line breaks or other control characters')
    .default('data'),
  DATABASE_URL: DatabaseUrl.optional(),
  DATABASE_DIRECT_URL: DatabaseUrl.optional(),
  DATABASE_POOL: digits.pipe(z.int().min(2).max(200)).default(10),
  PUBLIC_URL: Origin.optional(),
  PUBLIC_API_URL: WebUrl.optional(),
  ALLOWED_ORIGINS: list.pipe(z.array(Origin)),
  TRUST_PROXY: z
    .string()
    .default('false')
    .refine(isTrustProxy, 'must be true, false, the number of proxies in a row, or their addresses and networks, comma-separated')
    .transform((text) => (text === 'true' || text === 'false' ? text === 'true' : isHopCount(text) ? Number(text) : text)),
  SIGNING_KEYS: list.pipe(
    z
      .array(
        z
          .string()
          .min(32, 'each key must have at least 32 characters')
          .refine(hasVariety, 'each key must be random; `openssl rand -hex 32` prints one'),
      )
      .max(2, 'must be at most two keys: the current one and the previous one'),
  ),
  SESSION_HOURS: z
    .string()
    .regex(/^\d+(\.\d+)?$/, 'must be a number of hours')
    .transform(Number)
    .pipe(
      z
        .number()
        .positive()
        .max(24 * 365),
    )
    .default(12),
  // The last use of a session is stored with a precision of one minute.
  SESSION_IDLE_MINUTES: digits
    .pipe(
      z
        .int()
        .min(5)
        .max(365 * 24 * 60),
    )
    .default(120),
  CONTACT_DELIVERY: z.enum(CONTACT_DELIVERIES).default('simulate'),
  ADDRESS_LOG_DAYS: digits.pipe(z.int().max(3650)).default(0),
  SMTP_URL: z
    .string()
    .refine(isMailServer, 'must be a URL such as smtps://user:password@mail.example:465, with special characters percent-encoded')
    .optional(),
  MAIL_FROM: z
    .string()
    .transform(parseMailbox)
    .refine((mailbox) => mailbox !== undefined, 'must be a sender such as Lectern <hello@lectern.example>')
    .optional(),
  SHUTDOWN_GRACE_S: digits.pipe(z.int().max(300)).optional(),
  DRAIN_SECONDS: z.undefined('was renamed to SHUTDOWN_GRACE_S').optional(),
  METRICS_PORT: z
    .string()
    .regex(/^\+?\d{1,5}$/, 'must be a port, or a + and the distance from PORT')
    .optional(),
  METRICS_HOST: z.string().default('127.0.0.1'),
  OTEL_EXPORTER_OTLP_ENDPOINT: WebUrl.optional(),
  OTEL_TRACES_SAMPLER_ARG: z
    .string()
    .regex(/^(0(\.\d+)?|1(\.0+)?)$/, 'must be a number from 0 to 1')
    .transform(Number)
    .default(1),
  LOG_LEVEL: z.enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent']).default('warn'),
  MAX_IMAGE_BYTES: bytes(DEFAULT_FILE_LIMITS.imageBytes),
  MAX_IMAGE_PIXELS: bytes(40_000_000),
  MAX_PDF_BYTES: bytes(DEFAULT_FILE_LIMITS.pdfBytes),
  MAX_EPUB_BYTES: bytes(DEFAULT_FILE_LIMITS.epubBytes),
  MAX_AUDIO_BYTES: bytes(DEFAULT_FILE_LIMITS.audioBytes),
  INDEXNOW_KEY: z
    .string()
    .regex(/^[A-Za-z0-9-]{8,128}$/, 'must be 8 to 128 letters from a to z, digits and hyphens')
    .optional(),
  INDEXNOW_ENDPOINT: WebUrl.default('https://api.indexnow.org/indexnow'),
  MIN_FREE_BYTES: digits.default(MIN_FREE_BYTES),
  MEDIA_ACCEL: z.enum(['nginx'], 'must be nginx or empty').optional(),
  RENDITIONS: z.enum(['on', 'asked', 'off']).default('on'),
  FFMPEG: z.string().default('ffmpeg'),
  SERVICE_WORKER: z.enum(['on', 'off']).default('on'),
  DEMO: z.enum(['on', 'off']).optional(),
})

/** Names of all settings, also of those that are read before the others or by other parts. */
export const SETTING_NAMES = [
  ...Object.keys(Environment.shape),
  ...GATEWAY_SETTINGS,
  ...STORE_SETTINGS,
  ...['LECTERN_ENV_FILE', 'LECTERN_COMMIT'],
]

export type Config = ReturnType<typeof readConfig>

/** Returns the port of the metrics. A distance from the app's port gives every app on a server a port of its own. */
function metricsPort(setting: string, port: number): number {
  return setting.startsWith('+') ? port + Number(setting) : Number(setting)
}

function wrongMetricsPort({ METRICS_PORT = '0', PORT }: z.output<typeof Environment>): string[] {
  const port = metricsPort(METRICS_PORT, PORT)
  return port > MAX_PORT ? [`METRICS_PORT: is the port ${port}; the highest is ${MAX_PORT}`] : []
}

/** Reads all settings. Throws one error that lists every invalid or missing setting. A blank value counts as not set. */
export function readConfig(environment: Record<string, string | undefined>) {
  const set = Object.fromEntries(Object.entries(environment).map(([name, value]) => [name, value?.trim() || undefined]))
  const result = Environment.safeParse(set)
  const gateways = readGatewaySettings(set)
  const mediaStore = readStoreSettings(set)
  const own = result.success
    ? [
        ...missingInProduction(result.data),
        ...missingForMail(result.data),
        ...missingForDatabase(result.data),
        ...missingForIndexNow(result.data),
        ...wrongMetricsPort(result.data),
      ]
    : result.error.issues.map((issue) => `${issue.path[0]?.toString()}: ${issue.message}`)
  const problems = [...own, ...gateways.problems, ...mediaStore.problems]
  if (!result.success || problems.length > 0)
    throw new Error(`Lectern can’t start with these settings:\n${problems.map((problem) => `  ${problem}`).join('\n')}`)
  const env = result.data
  return {
    mode: env.NODE_ENV,
    host: env.HOST,
    port: env.PORT,
    dataDir: resolve(env.DATA_DIR),
    database: {
      url: env.DATABASE_URL,
      directUrl: env.DATABASE_DIRECT_URL,
      poolSize: env.DATABASE_POOL,
    },
    publicUrl: env.PUBLIC_URL,
    publicApiUrl: env.PUBLIC_API_URL,
    allowedOrigins: env.ALLOWED_ORIGINS,
    trustProxy: env.TRUST_PROXY,
    signingKeys: env.SIGNING_KEYS,
    sessionHours: env.SESSION_HOURS,
    sessionIdleMinutes: env.SESSION_IDLE_MINUTES,
    mail: { smtpUrl: env.SMTP_URL, from: env.MAIL_FROM },
    contact: { delivery: env.CONTACT_DELIVERY, addressLogDays: env.ADDRESS_LOG_DAYS },
    gateways: gateways.settings,
    // Instances with an external database may run behind a load balancer, which needs the grace period. Others stop immediately.
    shutdownGraceSeconds: env.SHUTDOWN_GRACE_S ?? (env.NODE_ENV === 'production' && env.DATABASE_URL ? SHUTDOWN_GRACE_S : 0),
    metrics: env.METRICS_PORT === undefined ? undefined : { host: env.METRICS_HOST, port: metricsPort(env.METRICS_PORT, env.PORT) },
    telemetry: env.OTEL_EXPORTER_OTLP_ENDPOINT
      ? { endpoint: env.OTEL_EXPORTER_OTLP_ENDPOINT, sampled: env.OTEL_TRACES_SAMPLER_ARG }
      : undefined,
    renditions: env.RENDITIONS,
    ffmpeg: env.FFMPEG,
    serviceWorker: env.SERVICE_WORKER,
    logLevel: env.LOG_LEVEL,
    limits: {
      ...DEFAULT_FILE_LIMITS,
      imageBytes: env.MAX_IMAGE_BYTES,
      imagePixels: env.MAX_IMAGE_PIXELS,
      pdfBytes: env.MAX_PDF_BYTES,
      epubBytes: env.MAX_EPUB_BYTES,
      audioBytes: env.MAX_AUDIO_BYTES,
    },
    indexNow: env.INDEXNOW_KEY && env.PUBLIC_URL ? { key: env.INDEXNOW_KEY, endpoint: env.INDEXNOW_ENDPOINT } : undefined,
    minFreeBytes: env.MIN_FREE_BYTES,
    mediaAccel: env.MEDIA_ACCEL,
    mediaStore: mediaStore.settings,
    demo: env.DEMO ? env.DEMO === 'on' : env.NODE_ENV === 'development',
  }
}

function missingInProduction(env: z.infer<typeof Environment>) {
  if (env.NODE_ENV !== 'production') return []
  return [
    ...(env.PUBLIC_URL ? [] : ['PUBLIC_URL: required in production: the URL under which visitors reach this site']),
    ...(env.SIGNING_KEYS.length > 0
      ? []
      : ['SIGNING_KEYS: required in production: a random text of at least 32 characters that signs file URLs']),
  ]
}

/**
 * Returns whether a signing key has enough different characters. A key of a few repeated characters could be guessed; random hexadecimal
 * digits are hardly ever so uniform.
 */
function hasVariety(key: string) {
  return new Set(key).size >= 8
}

function missingForMail(env: z.infer<typeof Environment>) {
  return env.SMTP_URL && !env.MAIL_FROM ? ['MAIL_FROM: required with SMTP_URL: the sender of emails'] : []
}

function missingForDatabase(env: z.infer<typeof Environment>) {
  return env.DATABASE_DIRECT_URL && !env.DATABASE_URL ? ['DATABASE_URL: required with DATABASE_DIRECT_URL: the URL of the pooler'] : []
}

function missingForIndexNow(env: z.infer<typeof Environment>) {
  return env.INDEXNOW_KEY && !env.PUBLIC_URL
    ? ['PUBLIC_URL: required with INDEXNOW_KEY: the site whose changed pages are sent to search engines']
    : []
}

function isMailServer(text: string) {
  if (!URL.canParse(text)) return false
  const { protocol, hostname, username, password, pathname, search } = new URL(text)
  return /^smtps?:$/.test(protocol) && hostname !== '' && isPercentEncoded(username + password) && pathname.length < 2 && search === ''
}

function isPercentEncoded(text: string) {
  try {
    return decodeURIComponent(text) !== undefined
  } catch {
    return false
  }
}

function isHopCount(text: string) {
  return /^[1-9]$/.test(text)
}

function isTrustProxy(text: string) {
  const isNetwork = (part: string) => /^(loopback|linklocal|uniquelocal)$/.test(part) || isIP(part.replace(/\/\d{1,3}$/, '')) !== 0
  return text === 'true' || text === 'false' || isHopCount(text) || text.split(',').every((part) => isNetwork(part.trim()))
}
