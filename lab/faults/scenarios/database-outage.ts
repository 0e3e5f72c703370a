import { rm } from 'node:fs/promises'
import type { Book } from '#contracts/catalogue/book.ts'
import { type DatabaseFaultReport, hangDatabase, injectDatabaseFaults, killDatabase } from '#lab/faults/database-faults.ts'
import type { Figure, Scenario } from '#lab/faults/scenario.ts'
import { startEmbeddedPostgres } from '#server/platform/embedded-postgres/embedded-postgres.ts'
import { runApp, signIn } from '#tests/support/run-app.ts'
import { buildBookForm } from '#tests/support/sample-files.ts'
import { makeTempFolder } from '#tests/support/temp-folder.ts'

const ROUNDS = 20
const HUNG_SECONDS = 20
const PER_SECOND = 200

/** Fault scenario: the embedded database is killed twenty times under 200 requests a second, then frozen for twenty seconds. */
export const databaseOutage: Scenario = {
  number: 2,
  name: 'database unavailable',
  settings: { TRUST_PROXY: 'true' },
  run: async ({ url, dataDir, items }) => {
    const figures: Figure[] = []
    for (const [fault, rounds] of [
      [killDatabase(dataDir), ROUNDS],
      [hangDatabase(dataDir, HUNG_SECONDS), 1],
    ] as const)
      figures.push(
        ...figuresOf(fault.name, await injectDatabaseFaults(url, { fault, rounds, perSecond: PER_SECOND, productId: items.priced })),
      )
    figures.push(...(await killExternal()))
    return figures
  },
}

/** Kills an external PostgreSQL in place of the embedded one, and restarts it as a service manager would. */
async function killExternal(): Promise<Figure[]> {
  const folder = await makeTempFolder()
  const server = await startEmbeddedPostgres(folder)
  const dataDir = await makeTempFolder()
  const app = await runApp(dataDir, { TRUST_PROXY: 'true', DATABASE_URL: server.url })
  const headers = await signIn(app.url, await app.admin())
  const response = await fetch(`${app.url}/api/books`, { method: 'POST', headers, body: await buildBookForm({ price: '3' }) })
  const { id } = (await response.json()) as Book
  try {
    const fault = killDatabase(folder, () => restartUntilUp(server))
    return figuresOf(
      'external database killed',
      await injectDatabaseFaults(app.url, { fault, rounds: ROUNDS, perSecond: PER_SECOND, productId: id }),
    )
  } finally {
    await app.stop()
    await server.stop()
    await Promise.all([folder, dataDir].map((path) => rm(path, { recursive: true, force: true })))
  }
}

async function restartUntilUp(server: { restart: () => Promise<void> }): Promise<void> {
  for (const end = Date.now() + 30_000; Date.now() < end; ) {
    const isUp = await server.restart().then(
      () => true,
      () => false,
    )
    if (isUp) return
  }
}

function figuresOf(name: string, { statuses, withoutRetryAfter, recoveryMs, slowestMs, orders }: DatabaseFaultReport): Figure[] {
  const unexpected = Object.entries(statuses).reduce((sum, [status, count]) => (['200', '503'].includes(status) ? sum : sum + count), 0)
  return [
    { name: `${name}: responses other than 200 and 503`, value: unexpected, atMost: 0 },
    { name: `${name}: 503 without Retry-After`, value: withoutRetryAfter, atMost: 0 },
    { name: `${name}: acknowledged orders`, value: orders.acknowledged, atLeast: 1 },
    { name: `${name}: acknowledged orders lost`, value: orders.lost, atMost: 0 },
    { name: `${name}: recovery time`, value: recoveryMs.worst, unit: 'ms', atMost: 5000 },
    { name: `${name}: slowest response`, value: slowestMs, unit: 'ms' },
  ]
}
