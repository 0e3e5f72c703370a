// @module-tag full
import { execFile } from 'node:child_process'
import { rm } from 'node:fs/promises'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { makeDataFolder } from '#tests/support/data-folder.ts'
import { runApp } from '#tests/support/run-app.ts'

const PAGES = ['/', '/bookshop', '/podcasts', '/contact']

/** Loads the pages and all files that they reference, repeatedly, until `ended` returns true. Returns responses other than 200. */
async function visitUntil(url: string, ended: () => boolean) {
  const failures: string[] = []
  let requests = 0
  const get = async (path: string) => {
    const response = await fetch(url + path)
    requests += 1
    if (response.status !== 200) failures.push(`${path} ${response.status}`)
    return response.text()
  }
  while (!ended()) {
    for (const page of PAGES) {
      const html = await get(page)
      for (const file of new Set(html.match(/\/assets\/[\w.-]+/g))) await get(file)
    }
  }
  return { failures, requests }
}

test('a build on the machine of a running server breaks no page, before and after the restart', async () => {
  const dataDir = await makeDataFolder()
  onTestFinished(() => rm(dataDir, { recursive: true, force: true }))
  const app = await runApp(dataDir)
  const opened = (await (await fetch(app.url)).text()).match(/\/assets\/[\w.-]+/g) ?? []
  let isBuilt = false
  const [{ failures, requests }] = await Promise.all([
    visitUntil(app.url, () => isBuilt),
    promisify(execFile)('npm', ['run', 'build', '--silent']).finally(() => {
      isBuilt = true
    }),
  ])
  expect(failures).toEqual([])
  expect(requests).toBeGreaterThan(100)
  await app.stop()
  const next = await runApp(dataDir)
  onTestFinished(() => void next.stop())
  for (const file of opened) expect((await fetch(next.url + file)).status, file).toBe(200)
  expect((await fetch(next.url)).headers.get('content-security-policy'), 'the hashes of inline scripts').toContain("'sha256-")
})
