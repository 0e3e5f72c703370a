import { once } from 'node:events'
import { createApp } from './app.ts'
import { type Config, readConfig } from './config.ts'
import { createFirstAdmin } from './features/admins/first-admin.ts'
import { servePages } from './platform/http/pages.ts'
import { startJobs } from './platform/jobs.ts'
import { openServices } from './services.ts'

const config = configOrExit()
const stopping = new AbortController()
const services = await openServices(config)
const app = await createApp(services)
await servePages(app, {
  catalogueVersion: services.catalogue.current,
  publicUrl: config.publicUrl,
  develop: process.argv.includes('--dev'),
})
await app.listen({ host: config.host, port: config.port })
const background = workInBackground().catch((error: unknown) => app.log.error({ err: error }, 'background work'))
stopOnSignal()

const { port } = app.server.address() as { port: number }
console.log(`\nLectern is ready: ${config.publicUrl ?? `http://localhost:${port}`}`)
if (config.mode === 'development') await tellFirstAdmin()

function configOrExit(): Config {
  try {
    return readConfig(process.env)
  } catch (error) {
    console.error((error as Error).message)
    process.exit(1)
  }
}

async function tellFirstAdmin() {
  const first = await createFirstAdmin(services.admins)
  if (!first) return
  console.log(`\nSign in at /admin with ${first.email} and the password ${first.password}`)
  console.log('(shown this once; npm run admin:create makes more accounts)\n')
}

/** Goes on until the app is stopped, so that nothing is half-way when the database closes. */
async function workInBackground() {
  const jobs = await startJobs(
    services.database.url,
    [
      { name: 'media-sweep', cron: '17 * * * *', run: sweep },
      { name: 'session-purge', cron: '43 * * * *', run: services.sessions.purge },
    ],
    (error) => app.log.error({ err: error }, 'background work'),
  )
  // What a crash left is swept at once; the schedule is for machines that run for months.
  for (const task of [sweep, ...(config.demo ? [loadDemonstration] : [])]) {
    await task().catch((error: unknown) => app.log.error({ err: error }, `${task.name} did not work`))
  }
  if (!stopping.signal.aborted) await once(stopping.signal, 'abort')
  await jobs.stop()
}

async function sweep() {
  const { files, folders } = await services.library.sweep()
  if (files + folders > 0) console.log(`Swept what a crash left: ${files} files, ${folders} folders.`)
}

async function loadDemonstration() {
  const { demonstration } = services
  if (!(await demonstration.isDue())) return
  console.log('Loading the demonstration catalogue; its books appear on the site as they are ready.')
  await demonstration.load({ signal: stopping.signal })
  if (!stopping.signal.aborted) console.log('The demonstration catalogue is complete. npm run demo:remove takes it away.')
}

/** Lets requests under way finish, then leaves the database; a second signal, or ten seconds, end the process at once. */
function stopOnSignal() {
  process.on('SIGINT', stop).on('SIGTERM', stop)

  async function stop() {
    if (stopping.signal.aborted) process.exit(1)
    setTimeout(() => process.exit(1), 10_000).unref()
    stopping.abort()
    await app.close()
    await background
    await services.close()
    process.exit(0)
  }
}
