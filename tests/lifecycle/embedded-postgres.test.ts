import { access, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { runApp } from '#tests/support/run-app.ts'
import { makeTempFolder } from '#tests/support/temp-folder.ts'

let dataDir: string
beforeEach(async () => {
  dataDir = await makeTempFolder()
})
afterEach(() => rm(dataDir, { recursive: true, force: true }))

const health = (url: string) => fetch(`${url}/api/health`).then((response) => response.status)
const pidFile = () => join(dataDir, 'postgres/18/postmaster.pid')
const postmaster = async () => Number((await readFile(pidFile(), 'utf8')).split('\n')[0])

test('a stopped app takes its PostgreSQL down with it, and the next start finds everything', async () => {
  const first = await runApp(dataDir)
  const { email } = await first.admin()
  expect(email).not.toBe('')
  expect(await first.stop()).toBe(0)
  await expect(access(pidFile())).rejects.toThrow()

  const second = await runApp(dataDir)
  expect(await health(second.url)).toBe(200)
  expect(second.output.join('\n')).not.toContain('and the password')
  await second.stop()
})

test('the PostgreSQL of a killed app is adopted by the next one', async () => {
  const first = await runApp(dataDir)
  const pid = await postmaster()
  await first.kill()
  const second = await runApp(dataDir)
  expect(await postmaster()).toBe(pid)
  expect(await health(second.url)).toBe(200)
  await second.stop()
})

test('a PostgreSQL that was killed as well is started again, also when its pid file names a living stranger', async () => {
  const first = await runApp(dataDir)
  const pid = await postmaster()
  await first.kill()
  process.kill(pid, 'SIGKILL')
  const lines = (await readFile(pidFile(), 'utf8')).split('\n')
  // After a reboot the number may belong to any program.
  await writeFile(pidFile(), [String(process.pid), ...lines.slice(1)].join('\n'))
  const second = await runApp(dataDir)
  expect(await health(second.url)).toBe(200)
  await second.stop()
})

test('two apps on one data folder share one PostgreSQL, which goes with the last of them', async () => {
  const [one, two] = await Promise.all([runApp(dataDir), runApp(dataDir)])
  const pid = await postmaster()
  expect(await one.stop()).toBe(0)
  expect(await health(two.url)).toBe(200)
  expect(await postmaster()).toBe(pid)
  expect(await two.stop()).toBe(0)
  await expect(access(pidFile())).rejects.toThrow()
})

test('bad settings are all named at once, and nothing is started', async () => {
  await expect(runApp(dataDir, { PORT: 'x', DATABASE_URL: 'mysql://x', LOG_LEVEL: 'loud' })).rejects.toThrow(
    /PORT[\s\S]*DATABASE_URL[\s\S]*LOG_LEVEL/,
  )
  await expect(runApp(dataDir, { NODE_ENV: 'production' })).rejects.toThrow(/PUBLIC_URL[\s\S]*SIGNING_KEYS/)
  await expect(access(join(dataDir, 'postgres'))).rejects.toThrow()
})
