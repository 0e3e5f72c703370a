import { once } from 'node:events'
import type { FastifyBaseLogger } from 'fastify'
import { type Config, readConfig } from '#server/config.ts'
import { isDatabaseUnavailable } from '#server/platform/database/database-unavailable.ts'
import { createDrain } from '#server/platform/http/drain.ts'
import type { App } from '#server/platform/http/server.ts'
import { createStartingServer, requireFreePort, toListenError } from '#server/platform/http/starting-server.ts'
import { startQueue } from '#server/platform/jobs/queue.ts'
import { logConsole } from '#server/platform/logging/log-console.ts'
import { loadBuiltPages } from '#server/platform/pages/built-pages.ts'
import { servePages } from '#server/platform/pages/serve-pages.ts'
import { SETTINGS_EXIT_CODE, SettingsError } from '#server/platform/problems.ts'
import { ignoreOutputErrors } from '#server/platform/process/ignore-output-errors.ts'
import { notifySystemd } from '#server/platform/process/notify-systemd.ts'
import { loadSettingsFile } from '#server/platform/process/settings-file.ts'
import { findUnknownSettings } from '#server/unknown-settings.ts'
import { createApp } from './app.ts'
import { describeLowMemory } from './check-memory.ts'
import { openServices, type Services } from './services.ts'

/** Time limit for in-flight requests after the grace period. Remaining downloads are aborted; browsers resume them with a Range request. */
const FINISH_MS = 5000
/** Time limit of the whole shutdown, in ms, after which pending work is dropped, such as an email being sent. */
const LONGEST_STOP_MS = 30_000
/** Time in ms within which two signals count as one: Ctrl-C reaches the process directly from the terminal and again through npm. */
const SAME_SIGNAL_MS = 500
/**
 * URLs rendered before the instance listens: the first rendering takes many times as long as later ones, and a load balancer sends
 * requests to a new instance immediately.
 */
const FIRST_PAGES = ['/', '/bookshop', '/podcasts', '/api/books']

ignoreOutputErrors()
const config = configOrExit()
const stopping = new AbortController()
const closing: (() => Promise<unknown>)[] = []
const drain = createDrain()
let isReady = false
let background: Promise<unknown> = Promise.resolve()
let latestSignal: { isRecent: boolean } | undefined
process.on('SIGINT', onSignal).on('SIGTERM', onSignal)
// A closed terminal sends SIGHUP, often repeatedly, so a second SIGHUP does not end the process.
process.on('SIGHUP', () => void stop(0))

try {
  await start()
} catch (error) {
  if (!stopping.signal.aborted) {
    const { message, cause } = error as Error
    const reason = cause instanceof Error && cause.message && !message.includes(cause.message) ? ` (${cause.message})` : ''
    console.error(`Lectern can’t start: ${message}${reason}`)
    if (['debug', 'trace'].includes(config.logLevel)) console.error(error)
    else console.error('(LOG_LEVEL=debug shows more)')
    await stop(error instanceof SettingsError ? SETTINGS_EXIT_CODE : 1)
  }
}

/** Opens the parts of the server in order and registers how to close each part, so that a failed start leaves nothing running. */
async function start() {
  const telemetry = config.telemetry && (await import('#server/platform/telemetry/open-telemetry.ts')).openTelemetry(config.telemetry)
  // Telemetry is closed last, so that the log lines of all other parts are sent.
  if (telemetry) closing.push(telemetry.close)
  const develop = process.argv.includes('--dev')
  // Pages are loaded while the database opens, since opening a database is mostly waiting.
  const pages = develop ? undefined : loadBuiltPages()
  pages?.catch(() => undefined)
  const starting = createStartingServer({ ...config, isBehindProxy: config.trustProxy !== false })
  closing.push(starting.close)
  // An app with an external database may have others beside it, to which a proxy sends all requests while the port is closed. An app with
  // the embedded database is the only one.
  if (config.database.url) await requireFreePort(config)
  else await starting.open()
  const startingMetrics = config.metrics && createStartingServer({ ...config.metrics, isBehindProxy: false })
  if (startingMetrics) closing.push(startingMetrics.close)
  await startingMetrics?.open()
  // Errors, alerts and other status messages are printed to the console until the logger exists.
  let log: FastifyBaseLogger | undefined
  const opening = openServices(config, {
    onError: (error) => {
      // Cleanup errors during the shutdown are not logged, since the next sweep completes the cleanup.
      if (stopping.signal.aborted) return
      if (log) log.error({ err: error }, 'cleaning up after a saved change failed')
      else console.error(error)
    },
    alert: (details, text) => {
      if (!isReady) void notifySystemd(`--status=${text}`)
      if (log) log.warn(details, text)
      else console.warn(`${text} ${JSON.stringify(details)}`)
    },
    print: (line) => console.log(line),
    waitUntil: stopping.signal,
    // Health checks get a response while the database is unavailable: a restart of the app would not help.
    onWait: () => starting.open().catch((error: Error) => console.error(error.message)),
  })
  // A shutdown during the start waits for the services, so that no database is left running.
  closing.push(async () => (await opening.catch(() => undefined))?.close())
  const services = await opening
  if (stopping.signal.aborted) return
  await startingMetrics?.close()
  const metrics = config.metrics && (await openMetrics(services, config.metrics))
  const app = await createApp(services, { drain, observeResponse: metrics?.observeResponse, telemetry })
  log = app.log
  logConsole(log)
  closing.push(() => app.close())
  const { publicUrl, publicApiUrl, mediaStore, serviceWorker } = config
  await servePages(app, {
    pages,
    responseCache: services.responseCache,
    content: services.siteContent,
    preview: services.sitePreview,
    publicUrl,
    publicApiUrl,
    mediaUrl: mediaStore?.redirectsTo,
    serviceWorker,
    observeRender: metrics?.observeRender,
  })
  // Pages are rendered before the app listens, so that the first requests don't wait for it.
  const rendering = develop ? Promise.resolve() : renderFirstPages(app)
  closing.push(() => rendering)
  await rendering
  if (stopping.signal.aborted) return
  const address = { host: config.host, port: starting.port() ?? config.port }
  await starting.close()
  await app.listen(address).catch((error: NodeJS.ErrnoException) => {
    throw toListenError(error, address)
  })
  // Background work ends while the last requests are served.
  closing.push(() => Promise.all([drain.run({ graceMs: 1000 * config.shutdownGraceSeconds, finishMs: FINISH_MS }), background]))
  isReady = true
  await notifySystemd('--ready', '--status=Serving')
  background = workInBackground(services, (error, what = 'background work failed') => {
    // Database outages are not logged here: the availability check logs each outage once. Work interrupted by a shutdown is resumed after
    // the next start.
    if (!isDatabaseUnavailable(error) && !stopping.signal.aborted) app.log.error({ err: error }, what)
  })

  const { port } = app.server.address() as { port: number }
  console.log(`\nLectern is ready: ${publicUrl ?? `http://localhost:${port}`}`)
  // Creating the first administrator is retried: the site works without an administrator, so a slow database must not end the process.
  if (config.mode === 'development')
    await tellFirstAdmin(services, (error) =>
      app.log.error({ err: error }, 'checking whether the site has an administrator failed, and is retried'),
    )
}

async function renderFirstPages(app: App) {
  for (const url of FIRST_PAGES) {
    if (stopping.signal.aborted) return
    await app.inject({ url, headers: { 'accept-encoding': 'br, gzip' } })
  }
}

async function openMetrics(services: Services, listenAt: NonNullable<Config['metrics']>) {
  const metrics = await (await import('./open-metrics.ts')).openMetrics(services, listenAt)
  closing.push(metrics.close)
  console.log(`Metrics: ${metrics.url}`)
  return metrics
}

function configOrExit(): Config {
  try {
    loadSettingsFile(process.env)
    const read = readConfig(process.env)
    for (const sentence of findUnknownSettings(process.env)) console.warn(sentence)
    const lowMemory = describeLowMemory()
    if (lowMemory) console.warn(lowMemory)
    return read
  } catch (error) {
    console.error((error as Error).message)
    process.exit(SETTINGS_EXIT_CODE)
  }
}

async function tellFirstAdmin({ admin }: Services, onFailure: (error: unknown) => void) {
  const first = await admin.createFirstAdmin({ signal: stopping.signal, onFailure })
  if (!first) return
  console.log(`\nSign in at /admin with ${first.email} and the password ${first.password}`)
  console.log('(displayed only once; npm run admin:create creates more accounts)\n')
}

/** Runs workers, jobs and startup tasks until the shutdown, and completes before the database closes. */
async function workInBackground(services: Services, onError: (error: unknown, what?: string) => void) {
  const { features } = services
  const { signal } = stopping
  const looping = services.workers.run(
    features.flatMap((feature) => feature.workers ?? []),
    { signal, onError: (error, name) => onError(error, `worker failed: ${name}`) },
  )
  const jobs = features.flatMap((feature) => feature.jobs ?? [])
  const start = () => startQueue(services.database.pool, jobs, onError)
  const started = services.backgroundWork.start(start, { signal, onError })
  // Startup tasks remove leftovers of a crash without waiting for the scheduled jobs, and apply settings, which only change at a start.
  for (const { name, run } of features.flatMap((feature) => feature.startupTasks ?? [])) {
    await run(signal).catch((error: unknown) => onError(error, `startup task failed: ${name}`))
  }
  const running = await started
  if (!signal.aborted) await once(signal, 'abort')
  await Promise.all([looping, running?.stop()])
}

/** Starts the shutdown. A second signal ends the process immediately. */
function onSignal() {
  if (!latestSignal) void stop(0)
  else if (!latestSignal.isRecent) process.exit(1)
  const signal = { isRecent: true }
  latestSignal = signal
  // Signals that arrived while the event loop was blocked are handled before the immediate runs.
  const expire = () => setImmediate(() => Object.assign(signal, { isRecent: false }))
  setTimeout(expire, SAME_SIGNAL_MS).unref()
}

/** Lets in-flight requests finish, then closes the parts of the server in reverse order. */
async function stop(exitCode: number) {
  if (stopping.signal.aborted) return
  stopping.abort()
  void notifySystemd('STOPPING=1')
  setTimeout(() => process.exit(1), LONGEST_STOP_MS + 1000 * config.shutdownGraceSeconds).unref()
  for (const close of closing.toReversed()) {
    await close().catch((error: unknown) => {
      console.error(error)
      exitCode = 1
    })
  }
  process.exit(exitCode)
}
