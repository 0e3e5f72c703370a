import { once } from 'node:events'
import { createApp } from './app.ts'
import { type Config, readConfig } from './config.ts'
import { createFirstAdmin } from './features/admins/first-admin.ts'
import { isDatabaseUnavailable } from './platform/database/database-unavailable.ts'
import { createDrain } from './platform/http/drain.ts'
import { startQueue } from './platform/jobs/queue.ts'
import { servePages } from './platform/pages/pages.ts'
import { openServices, type Services } from './services.ts'

/** How long requests under way may take after a signal to stop. Who still listens or downloads then is cut; browsers go on with a range when the app is back. */
const GRACE_MS = 5000
/** After which the app ends whatever still hangs, such as a mail server in the middle of a message. */
const LONGEST_STOP_MS = 30_000
/** Ctrl-C reaches the app twice, by the terminal and by npm, which hands it on: within so short a time it is one signal. */
const SAME_SIGNAL_MS = 500

const config = configOrExit()
const stopping = new AbortController()
const closing: (() => Promise<unknown>)[] = []
const drain = createDrain()
let signalledAt: number | undefined
process.on('SIGINT', onSignal).on('SIGTERM', onSignal)

try {
  await start()
} catch (error) {
  if (!stopping.signal.aborted) {
    console.error(`Lectern can’t start: ${(error as Error).message}`)
    if (['debug', 'trace'].includes(config.logLevel)) console.error(error)
    else console.error('(LOG_LEVEL=debug shows more)')
    await stop(1)
  }
}

/** Opens one thing after the other and notes how each is closed, so that a start that fails half-way leaves nothing running. */
async function start() {
  const services = await openServices(config, {
    onError: (error) => app.log.error({ err: error }, 'cleaning up after a saved change failed'),
    alert: (details, text) => app.log.warn(details, text),
    print: (line) => console.log(line),
  })
  closing.push(services.close)
  const app = await createApp(services, { drain })
  closing.push(() => app.close())
  const { publicUrl, publicApiUrl, mediaStore } = config
  await servePages(app, {
    responseCache: services.responseCache,
    ...{ publicUrl, publicApiUrl, mediaUrl: mediaStore.redirectsTo },
    develop: process.argv.includes('--dev'),
  })
  await app.listen({ host: config.host, port: config.port })
  const background = workInBackground(services, (error, what = 'background work failed') => {
    // That the database is away is logged once, by who watches it.
    if (!isDatabaseUnavailable(error)) app.log.error({ err: error }, what)
  })
  const { drainSeconds } = config
  // While the last requests are answered, background work comes to its end too.
  closing.push(() => Promise.all([drain.run({ noticeMs: 1000 * drainSeconds, graceMs: GRACE_MS }), background]))

  const { port } = app.server.address() as { port: number }
  console.log(`\nLectern is ready: ${publicUrl ?? `http://localhost:${port}`}`)
  if (config.mode === 'development') await tellFirstAdmin(services)
}

function configOrExit(): Config {
  try {
    return readConfig(process.env)
  } catch (error) {
    console.error((error as Error).message)
    process.exit(1)
  }
}

async function tellFirstAdmin({ admins }: Services) {
  const first = await createFirstAdmin(admins)
  if (!first) return
  console.log(`\nSign in at /admin with ${first.email} and the password ${first.password}`)
  console.log('(shown this once; npm run admin:create makes more accounts)\n')
}

/** Goes on until the app is stopped, so that nothing is half-way when the database closes. */
async function workInBackground(services: Services, onError: (error: unknown, what?: string) => void) {
  const { features } = services
  const { signal } = stopping
  const looping = services.loops.run(
    features.flatMap((feature) => feature.loops ?? []),
    { signal, onError: (error, name) => onError(error, `loop failed: ${name}`) },
  )
  const jobs = features.flatMap((feature) => feature.jobs ?? [])
  const start = () => startQueue(services.database.pool, jobs, onError)
  const started = services.backgroundWork.start(start, { signal, onError })
  // What a crash left is removed at once; the schedule is for apps that run for months. Settings change at a start alone.
  for (const { name, run } of features.flatMap((feature) => feature.startTasks ?? [])) {
    await run(signal).catch((error: unknown) => onError(error, `start task failed: ${name}`))
  }
  const running = await started
  if (!signal.aborted) await once(signal, 'abort')
  await Promise.all([looping, running?.stop()])
}

/** A second signal ends the process at once. */
function onSignal() {
  const now = performance.now()
  if (signalledAt === undefined) void stop(0)
  else if (now - signalledAt > SAME_SIGNAL_MS) process.exit(1)
  signalledAt = now
}

/** Lets requests under way finish, then closes what was opened, last things first. */
async function stop(exitCode: number) {
  if (stopping.signal.aborted) return
  stopping.abort()
  setTimeout(() => process.exit(1), LONGEST_STOP_MS + 1000 * config.drainSeconds).unref()
  for (const close of closing.toReversed()) {
    await close().catch((error: unknown) => {
      console.error(error)
      exitCode = 1
    })
  }
  process.exit(exitCode)
}
