import { createApp } from './app.ts'
import { type Config, readConfig } from './config.ts'
import { createFirstAdmin } from './features/admins/first-admin.ts'
import { servePages } from './platform/http/pages.ts'
import { startJobs } from './platform/jobs.ts'
import { openServices, type Services } from './services.ts'

const config = configOrExit()
const services = await openServices(config)
const app = await createApp(services)
await servePages(app, {
  catalogueVersion: services.catalogue.current,
  publicUrl: config.publicUrl,
  develop: process.argv.includes('--dev'),
})
await app.listen({ host: config.host, port: config.port })

const { port } = app.server.address() as { port: number }
console.log(`\nLectern is ready: ${config.publicUrl ?? `http://localhost:${port}`}`)
if (config.mode === 'development') await tellFirstAdmin(services)

let jobs: { stop: () => Promise<void> } | undefined
closeOnSignal()
jobs = await startJobs(
  services.database.url,
  [
    { name: 'media-sweep', cron: '17 * * * *', run: () => sweep(services) },
    { name: 'session-purge', cron: '43 * * * *', run: services.admins.purge },
  ],
  (error) => app.log.error({ err: error }, 'background work'),
)
// What a crash left is swept at once; the schedule is for machines that run for months.
await sweep(services)
if (config.demo) await loadDemonstration(services)

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
  if (first)
    console.log(
      `\nSign in at /admin with ${first.email} and the password ${first.password}\n(shown this once; npm run admin:create makes more accounts)\n`,
    )
}

async function sweep({ library }: Services) {
  const { files, folders } = await library.sweep()
  if (files + folders > 0) app.log.info({ files, folders }, 'swept what a crash left')
}

async function loadDemonstration({ demonstration }: Services) {
  if (!(await demonstration.isDue())) return
  console.log('Loading the demonstration catalogue; its books appear on the site as they are ready.')
  const problem = await demonstration.load().catch((error: unknown) => error)
  if (problem) return app.log.error({ err: problem }, 'the demonstration could not be loaded; the next start goes on with it')
  console.log('The demonstration catalogue is complete. npm run demo:remove takes it away.')
}

/** Lets requests under way finish, then leaves the database; a second signal ends the process at once. */
function closeOnSignal() {
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.once(signal, async () => {
      process.once(signal, () => process.exit(1))
      setTimeout(() => process.exit(1), 10_000).unref()
      await app.close()
      await jobs?.stop()
      await services.close()
      process.exit(0)
    })
  }
}
