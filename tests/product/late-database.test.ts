// @module-tag full
import { rm } from 'node:fs/promises'
import { expect, onTestFinished, test } from 'vitest'
import { freePort } from '#tests/support/free-port.ts'
import { type RunningApp, runApp } from '#tests/support/run-app.ts'
import { makeTempFolder } from '#tests/support/temp-folder.ts'
import { copyTemplate } from '#tests/support/template-copy.ts'
import { openPooler } from '#tests/support/transaction-pooler.ts'

const statusOf = (url: string) =>
  fetch(url).then(
    ({ status }) => status,
    () => 0,
  )

test('the server waits for its database at startup: it is live but not ready, and logs a line every ten seconds', async () => {
  const dataDir = await makeTempFolder()
  const database = await copyTemplate()
  const [port, databasePort] = [await freePort(), await freePort()]
  const late = Object.assign(new URL(database.url), { port: String(databasePort) }).href
  const starting: Promise<RunningApp> = runApp(dataDir, { PORT: String(port), DATABASE_URL: late, DATABASE_POOL: '4' })
  const url = `http://127.0.0.1:${port}`
  await expect.poll(() => statusOf(`${url}/api/health/live`)).toBe(200)
  expect([await statusOf(`${url}/api/health/ready`), await statusOf(`${url}/api/books`), await statusOf(url)]).toEqual([503, 503, 503])
  expect(await (await fetch(url)).text()).toContain('<h1>One moment</h1>')
  await new Promise((resolve) => setTimeout(resolve, 12_000))
  expect(await statusOf(`${url}/api/health/live`)).toBe(200)
  const arrived = await openPooler(database.url, { mode: 'session', port: databasePort, size: 20 })
  const app = await starting
  onTestFinished(async () => {
    await app.stop()
    await arrived.close()
    await database.drop()
    await rm(dataDir, { recursive: true, force: true })
  })
  expect(await statusOf(`${url}/api/health/ready`)).toBe(200)
  const lines = app.output.filter((line) => line.includes('Waiting for the database at'))
  expect(lines.length).toBeGreaterThanOrEqual(2)
  expect(lines.length).toBeLessThanOrEqual(4)
  expect(lines[0]).toContain('ECONNREFUSED')
})
