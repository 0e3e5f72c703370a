// @module-tag full
import { access, rm } from 'node:fs/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { childProcessesOf } from '#lab/faults/support/child-processes.ts'
import { makeDataFolder } from '#tests/support/data-folder.ts'
import { runApp, signIn } from '#tests/support/run-app.ts'
import { buildAuthorForm, buildImage } from '#tests/support/sample-files.ts'

let dataDir: string
beforeAll(async () => {
  dataDir = await makeDataFolder()
})
afterAll(() => rm(dataDir, { recursive: true, force: true }))

test.runIf(process.platform === 'linux')('one sandbox process is reused for the next picture, and ends with the server', async () => {
  const app = await runApp(dataDir)
  const headers = await signIn(app.url, await app.admin())
  const sandboxes = async () => {
    const children = await childProcessesOf(app.process.pid ?? 0)
    return children.filter(({ command }) => /sandbox\.child\.c?[jt]s\W(?!share-picture)/.test(command)).map(({ pid }) => pid)
  }
  const publish = async (name: string, photo: Blob) => {
    const response = await fetch(`${app.url}/api/authors`, { method: 'POST', headers, body: await buildAuthorForm({ name, photo }) })
    return response.status
  }

  expect(await publish('First', await buildImage({ seed: 1 }))).toBe(201)
  const kept = await sandboxes()
  expect(kept).toHaveLength(1)
  expect(await publish('Second', await buildImage({ seed: 2 }))).toBe(201)
  expect(await sandboxes()).toHaveLength(1)

  // A sandbox process that handled a damaged picture is not reused.
  const whole = await buildImage({ seed: 3 })
  expect(await publish('Third', whole.slice(0, whole.size / 2))).toBe(400)
  expect(await publish('Fourth', whole)).toBe(201)
  const [next] = await sandboxes()
  expect(kept).not.toContain(next)

  expect(await app.stop()).toBe(0)
  await expect.poll(() => access(`/proc/${next}`).catch(() => 'gone')).toBe('gone')
})
