import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest'
import { createServer } from '#server/platform/http/server.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }))
afterEach(() => void vi.useRealTimers())

type Line = { level: number; msg: string; kind?: string; count?: number }

async function openLog(logLevel = 'warn') {
  const lines: Line[] = []
  const options = { trustProxy: false, allowedOrigins: [], logLevel }
  const app = await createServer({ ...options, logStream: { write: (line) => lines.push(JSON.parse(line)) } })
  onTestFinished(() => app.close())
  const written = (msg: string) => lines.filter((line) => line.msg === msg).length
  return { app, log: app.log, lines, written }
}

test('log lines with equal messages are limited per minute, and then a line states how many were suppressed', async () => {
  const { log, lines, written } = await openLog()
  for (let number = 0; number < 1000; number++) log.child({ reqId: number }).warn({ number }, 'a message was refused')
  log.error(new Error('something else'))
  expect(written('a message was refused')).toBe(30)
  expect(written('something else')).toBe(1)
  vi.advanceTimersByTime(60_000)
  expect(lines.at(-1)).toMatchObject({ level: 40, kind: 'a message was refused', count: 970 })
  log.warn('a message was refused')
  expect(written('a message was refused')).toBe(31)
})

test('different errors with the same message are limited separately', async () => {
  const { log, lines } = await openLog()
  for (let number = 0; number < 100; number++) log.error({ err: new TypeError(`number ${number}`) }, 'unexpected error')
  log.error({ err: Object.assign(new Error('full'), { code: 'ENOSPC' }) }, 'unexpected error')
  expect(lines.length).toBe(31)
  expect(lines.at(-1)).toMatchObject({ err: { code: 'ENOSPC' } })
})

test('the number of suppressed log lines is logged at shutdown', async () => {
  const { app, log, lines } = await openLog()
  for (let number = 0; number < 31; number++) log.warn('a message was refused')
  await app.close()
  expect(lines.at(-1)).toMatchObject({ kind: 'a message was refused', count: 1 })
})

test('request log lines, if enabled, are never suppressed', async () => {
  const { log, written } = await openLog('info')
  for (let number = 0; number < 100; number++) log.info('request completed')
  expect(written('request completed')).toBe(100)
})

test('the memory of the log limit does not grow with the number of different messages', async () => {
  const { log, lines } = await openLog()
  for (let number = 0; number < 1000; number++) log.warn(`made up ${number}`)
  expect(lines.length).toBe(530)
})
