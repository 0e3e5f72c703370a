import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'
import { createServer } from './server.ts'

test('an unexpected error is logged as an error, and as a warning once the client has aborted its request', async () => {
  const lines: string[] = []
  const app = await createServer({
    logLevel: 'warn',
    trustProxy: false,
    allowedOrigins: [],
    logStream: { write: (line) => lines.push(line) },
  })
  onTestFinished(() => app.close())
  app.get('/failing', () => Promise.reject(new Error('broken')))
  const started = Promise.withResolvers<void>()
  app.get('/aborted', async (request) => {
    started.resolve()
    await once(request.raw.socket, 'close')
    throw new Error('the folder is gone')
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo

  expect((await fetch(`http://127.0.0.1:${port}/failing`)).status).toBe(500)
  const socket = connect(port, '127.0.0.1').on('error', () => undefined)
  socket.write('GET /aborted HTTP/1.1\r\nhost: x\r\n\r\n')
  await started.promise
  socket.destroy()
  await expect.poll(() => lines.map((line) => (JSON.parse(line) as { level: number }).level)).toEqual([50, 40])
})
