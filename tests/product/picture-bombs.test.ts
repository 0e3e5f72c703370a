// @module-tag full
import { rm } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { sendPictureBombs } from '#lab/faults/scenarios/picture-bombs.ts'
import { makeDataFolder } from '#tests/support/data-folder.ts'
import { type RunningApp, runApp, signIn } from '#tests/support/run-app.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

let app: RunningApp
let dataDir: string
beforeAll(async () => {
  dataDir = await makeDataFolder()
  app = await runApp(dataDir)
})
afterAll(async () => {
  await app.stop()
  await rm(dataDir, { recursive: true, force: true })
})

test('pictures that take hundreds of megabytes to decode do not raise the server’s memory', async () => {
  const headers = await signIn(app.url, await app.admin())
  const { statuses, grownMegabytes } = await sendPictureBombs({ url: app.url, pid: app.process.pid ?? 0, headers, count: 2 })
  // Rejections with 400 are expected on a machine with little memory.
  for (const status of statuses) expect([201, 400]).toContain(status)
  // The server's memory may grow by up to 150 MB. Decoding one of these pictures in the server process would take more than 600 MB.
  if (grownMegabytes !== undefined) expect(grownMegabytes).toBeLessThan(150)
})
