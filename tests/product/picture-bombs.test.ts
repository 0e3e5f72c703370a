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

test('pictures that take hundreds of megabytes to decode do not raise the app’s memory', async () => {
  const headers = await signIn(app.url, await app.admin())
  const { statuses, grownMegabytes } = await sendPictureBombs({ url: app.url, pid: app.process.pid ?? 0, headers, count: 2 })
  // A machine with little memory rejects the pictures.
  for (const status of statuses) expect([201, 400]).toContain(status)
  // Decoding a single one in the app took more than 600.
  if (grownMegabytes !== undefined) expect(grownMegabytes).toBeLessThan(150)
})
