import { expect, onTestFinished, test } from 'vitest'
import { createServer } from '#server/platform/http/server.ts'
import { logConsole } from './log-console.ts'

test('errors and warnings on the console become log lines with a limited rate', async () => {
  const lines: { level: number; msg: string; text?: string; err?: { message: string; stack: string } }[] = []
  const options = { trustProxy: false, allowedOrigins: [], logLevel: 'warn' }
  const app = await createServer({ ...options, logStream: { write: (line) => lines.push(JSON.parse(line)) } })
  onTestFinished(() => app.close())
  onTestFinished(logConsole(app.log))
  for (let number = 0; number < 1000; number++) console.error(new Error(`No route matches URL "/${number}"`))
  console.warn('%s is deprecated', 'this')
  expect(lines).toHaveLength(31)
  expect(lines[0]).toMatchObject({ level: 50, err: { message: 'No route matches URL "/0"', stack: expect.stringContaining('at ') } })
  expect(lines[30]).toMatchObject({ level: 40, text: 'this is deprecated' })
})
