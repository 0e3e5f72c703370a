import { expect, onTestFinished, test } from 'vitest'
import { createServer } from './server.ts'

const FROM_PROXY = '5c2b8f0de4a94b0d8f5a6f3f4c1f8a11'

async function openServer(trustProxy: boolean) {
  const lines: string[] = []
  const logStream = { write: (line: string) => lines.push(line) }
  const app = await createServer({ logLevel: 'error', trustProxy, allowedOrigins: [], logStream })
  app.get('/broken', () => Promise.reject(new Error('broken')))
  onTestFinished(() => app.close())
  const url = await app.listen({ host: '127.0.0.1', port: 0 })
  return { url, lines }
}

test('the request id of a trusted proxy is in the response, the problem and the log', async () => {
  const { url, lines } = await openServer(true)
  const response = await fetch(`${url}/broken`, { headers: { 'x-request-id': FROM_PROXY } })
  expect(response.headers.get('x-request-id')).toBe(FROM_PROXY)
  expect(await response.json()).toMatchObject({ requestId: FROM_PROXY })
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ reqId: FROM_PROXY })
})

test('a visitor can’t choose the request id', async () => {
  const { url } = await openServer(false)
  const response = await fetch(`${url}/broken`, { headers: { 'x-request-id': FROM_PROXY } })
  const { requestId } = (await response.json()) as { requestId: string }
  expect(requestId).not.toBe(FROM_PROXY)
  expect(response.headers.get('x-request-id')).toBe(requestId)
})
