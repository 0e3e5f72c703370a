import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { access, rm } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { stopUnderLoad } from '#lab/faults/stop-under-load.ts'
import { makeDataFolder } from '#tests/support/data-folder.ts'
import { type RunningApp, runApp } from '#tests/support/run-app.ts'

let dataDir: string
let app: RunningApp | undefined
beforeEach(async () => {
  dataDir = await makeDataFolder()
})
afterEach(async () => {
  await app?.stop()
  app = undefined
  await rm(dataDir, { recursive: true, force: true })
})

const databaseRuns = () =>
  access(join(dataDir, 'postgres/18/postmaster.pid')).then(
    () => true,
    () => false,
  )
const isRefused = (url: string) =>
  fetch(url).then(
    () => false,
    (error: Error & { cause?: { code?: string } }) => error.cause?.code === 'ECONNREFUSED',
  )
/** Sends a request without its last byte, so that the request stays active. */
async function sendHalf(url: string): Promise<Socket> {
  const socket = connect(Number(new URL(url).port), '127.0.0.1')
  socket.on('error', () => undefined)
  socket.write('POST /api/login HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{')
  // After this response, the server has also read the incomplete request, which was sent earlier on another connection.
  await fetch(`${url}/api/health`)
  return socket
}
/** Starts the server in its own session, as in a terminal, so that signals can be sent to npm alone or to the whole process group. */
async function startWithNpm(settings: Record<string, string> = {}) {
  app = await runApp(dataDir, settings, undefined, ['setsid', 'npm', 'start'])
  const { process: npm, url, output, printed } = app
  const exited = once(npm, 'exit').then(([code, signal]) => code ?? signal)
  return { url, exited, npm: npm.pid ?? 0, output, printed }
}

describe('npm start', { tags: ['full'] }, () => {
  test('npm start forwards SIGTERM, and ends with the server’s exit code once server and database have stopped', async () => {
    const { url, exited, npm } = await startWithNpm()
    process.kill(npm, 'SIGTERM')
    expect(await exited).toBe(0)
    expect([await isRefused(url), await databaseRuns()]).toEqual([true, false])
  })

  test('npm start shuts down cleanly on Ctrl-C, which reaches npm and the server simultaneously', async () => {
    const { url, exited, npm } = await startWithNpm()
    process.kill(-npm, 'SIGINT')
    expect(await exited).toBe(0)
    expect([await isRefused(url), await databaseRuns()]).toEqual([true, false])
  })

  test('npm start shuts down cleanly and logs no error when Ctrl-C is repeated while background work and the database are stopping', async () => {
    const { exited, npm, output, printed } = await startWithNpm({ DEMO: 'on' })
    await printed('Loading the demonstration')
    // Signals end with the database: a signal that arrives while the process exits would kill it.
    while (await databaseRuns()) {
      process.kill(-npm, 'SIGINT')
      await delay(20)
    }
    expect(await exited).toBe(0)
    expect(output.filter((line) => /"level":[56]0|\bat \S+ \(/.test(line))).toEqual([])
  })

  test('a closed terminal, which sends SIGHUP repeatedly, stops the server and its database', async () => {
    const { url, exited, npm, output, printed } = await startWithNpm({ DEMO: 'on' })
    await printed('Loading the demonstration')
    process.kill(-npm, 'SIGHUP')
    await exited
    while (await databaseRuns()) {
      // The process group ends with the server.
      try {
        process.kill(-npm, 'SIGHUP')
      } catch {}
      await delay(20)
    }
    expect(await isRefused(url)).toBe(true)
    expect(output.filter((line) => /"level":[56]0|\bat \S+ \(/.test(line))).toEqual([])
  })

  test('npm start ends immediately on a second signal', async () => {
    const { url, exited, npm } = await startWithNpm()
    const socket = await sendHalf(url)
    process.kill(npm, 'SIGINT')
    await expect.poll(() => isRefused(url)).toBe(true)
    // The second signal is delayed, since two signals in quick succession count as one.
    await delay(600)
    process.kill(npm, 'SIGINT')
    expect(await exited).toBe(1)
    socket.destroy()
    // The second signal leaves PostgreSQL running, so another server is started, which uses the running PostgreSQL and stops it after the
    // test.
    app = await runApp(dataDir)
  })
})

describe('SIGTERM', () => {
  test('SIGTERM during the start also stops the database that the server has just started', async () => {
    const { PATH, HOME } = process.env
    const child = spawn('node', ['server/main.ts'], {
      env: { PATH, HOME, HOST: '127.0.0.1', PORT: '0', DATA_DIR: dataDir },
      stdio: 'ignore',
    })
    const exited = once(child, 'exit')
    await expect.poll(databaseRuns, { interval: 5 }).toBe(true)
    child.kill('SIGTERM')
    expect([await exited, await databaseRuns()]).toEqual([[0, null], false])
  })

  test('SIGTERM under load fails no request', async () => {
    const { exitCode, failed, answered } = await stopUnderLoad(dataDir, { clients: 30 })
    expect([exitCode, failed]).toEqual([0, []])
    expect(answered).toBeGreaterThan(300)
  })

  test('after SIGTERM, the health check fails first, and the server keeps serving until a load balancer has noticed', {
    tags: ['full'],
  }, async () => {
    app = await runApp(dataDir, { SHUTDOWN_GRACE_S: '2' })
    const { url } = app
    const statusOf = async (path: string) => (await fetch(url + path)).status
    expect(await statusOf('/api/health')).toBe(200)
    const stopped = app.stop()
    await expect.poll(() => statusOf('/api/health')).toBe(503)
    expect(await statusOf('/api/books')).toBe(200)
    expect(await stopped).toBe(0)
  })

  test('after SIGTERM, the server sends `connection: close` on keep-alive connections', { tags: ['full'] }, async () => {
    app = await runApp(dataDir)
    const { url } = app
    const socket = await sendHalf(url)
    const stopped = app.stop()
    await expect.poll(() => isRefused(url)).toBe(true)
    const answered = once(socket, 'data')
    socket.write('}')
    const [answer] = await answered
    expect(String(answer)).toMatch(/^HTTP\/1\.1 400[\s\S]*\r\nconnection: close\r\n/i)
    expect(await stopped).toBe(0)
  })
})
