// @module-tag full
import { rm } from 'node:fs/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Book } from '#contracts/catalogue/book.ts'
import { hangDatabase, injectDatabaseFaults, killDatabase } from '#lab/faults/database-faults.ts'
import { startEmbeddedPostgres } from '#server/platform/embedded-postgres/embedded-postgres.ts'
import { makeDataFolder } from '#tests/support/data-folder.ts'
import { type RunningApp, runApp, signIn } from '#tests/support/run-app.ts'
import { buildBookForm } from '#tests/support/sample-files.ts'

let dataDir: string
let app: RunningApp
beforeEach(async () => {
  dataDir = await makeDataFolder()
})
afterEach(async () => {
  await app.stop()
  await rm(dataDir, { recursive: true, force: true })
})

async function start(settings: Record<string, string> = {}) {
  app = await runApp(dataDir, { TRUST_PROXY: 'true', ...settings })
  const headers = await signIn(app.url, await app.admin())
  const response = await fetch(`${app.url}/api/books`, { method: 'POST', headers, body: await buildBookForm({ price: '4.50' }) })
  return ((await response.json()) as Book).id
}

const sample = { rounds: 1, perSecond: 20 }

function expectNothingLost({ statuses, withoutRetryAfter, orders }: Awaited<ReturnType<typeof injectDatabaseFaults>>) {
  expect(Object.keys(statuses).filter((status) => !['200', '503'].includes(status))).toEqual([])
  expect(withoutRetryAfter).toBe(0)
  expect(orders.acknowledged).toBeGreaterThan(0)
  expect(orders.lost).toBe(0)
}

describe('database faults while requests are in flight', () => {
  test('no acknowledged write is lost when the embedded database is killed or hangs', async () => {
    const productId = await start()
    expectNothingLost(await injectDatabaseFaults(app.url, { ...sample, productId, fault: killDatabase(dataDir) }))
    expectNothingLost(await injectDatabaseFaults(app.url, { ...sample, productId, fault: hangDatabase(dataDir, 3) }))
  })

  test('no acknowledged write is lost when an external database is killed and restarted', async () => {
    const externalDir = await makeDataFolder()
    const server = await startEmbeddedPostgres(externalDir)
    const productId = await start({ DATABASE_URL: server.url })
    expectNothingLost(
      await injectDatabaseFaults(app.url, { ...sample, productId, fault: killDatabase(externalDir, restartUntilUp(server)) }),
    )
    await app.stop()
    await server.stop()
    await rm(externalDir, { recursive: true, force: true })
  })
})

/** Retries restarting the external database until it succeeds, as a service manager would. */
function restartUntilUp({ restart }: { restart: () => Promise<void> }) {
  return async () => {
    while (
      await restart().then(
        () => false,
        () => true,
      )
    );
  }
}
