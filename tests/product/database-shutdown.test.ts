// @module-tag full
import { rm } from 'node:fs/promises'
import { expect, onTestFinished, test } from 'vitest'
import { startEmbeddedPostgres } from '#server/platform/embedded-postgres/embedded-postgres.ts'
import { isProcessAlive } from '#server/platform/embedded-postgres/run-program.ts'
import { makeDataFolder } from '#tests/support/data-folder.ts'
import { postmasterOf } from '#tests/support/postgres-processes.ts'
import { runApp } from '#tests/support/run-app.ts'
import { makeTempFolder } from '#tests/support/temp-folder.ts'

const statusOf = (url: string) => fetch(url).then(({ status }) => status)

test('a PostgreSQL that gets SIGTERM stops while the app runs, which is not ready until the database is back', async () => {
  const [databaseDir, dataDir] = [await makeDataFolder(), await makeTempFolder()]
  const server = await startEmbeddedPostgres(databaseDir)
  const app = await runApp(dataDir, { DATABASE_URL: server.url })
  onTestFinished(async () => {
    await app.stop()
    await server.stop()
    await Promise.all([databaseDir, dataDir].map((folder) => rm(folder, { recursive: true, force: true })))
  })
  for (const path of ['/api/books', '/api/health/ready', '/']) expect(await statusOf(app.url + path)).toBe(200)
  const postmaster = await postmasterOf(databaseDir)
  // SIGTERM is the “smart” shutdown: the server waits until all clients have disconnected.
  process.kill(postmaster, 'SIGTERM')
  await expect.poll(() => statusOf(`${app.url}/api/health/ready`)).toBe(503)
  await expect.poll(() => isProcessAlive(postmaster)).toBe(false)
  expect([await statusOf(`${app.url}/api/health`), await statusOf(`${app.url}/api/health/live`), await statusOf(app.url)]).toEqual([
    503, 200, 200,
  ])
  expect(app.output.filter((line) => line.includes('The database is unavailable'))).toHaveLength(1)
  await server.restart()
  await expect.poll(() => statusOf(`${app.url}/api/health/ready`)).toBe(200)
  expect(await statusOf(`${app.url}/api/books?q=harvest`)).toBe(200)
})
