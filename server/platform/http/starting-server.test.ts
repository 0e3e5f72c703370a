import { once } from 'node:events'
import { createServer } from 'node:http'
import { expect, test } from 'vitest'
import { openStartingServer } from './starting-server.ts'

test('a starting instance is live but not ready, and refuses all other requests with a problem document', async () => {
  const starting = await openStartingServer({ host: '127.0.0.1', port: 0 })
  const ask = (path: string) => fetch(`http://127.0.0.1:${starting.port}${path}`)
  expect((await ask('/api/health/live')).status).toBe(200)
  for (const path of ['/api/health/ready', '/api/health', '/api/books?limit=1', '/']) {
    const response = await ask(path)
    expect([response.status, response.headers.get('retry-after'), response.headers.get('cache-control')]).toEqual([503, '5', 'no-store'])
    expect(await response.json()).toMatchObject({ code: 'unavailable', status: 503, instance: path.split('?')[0] })
  }
  await expect(openStartingServer({ host: '127.0.0.1', port: starting.port })).rejects.toThrow(
    `The app can’t listen on 127.0.0.1:${starting.port}: another program uses this port.`,
  )
  await starting.close()
  await starting.close()
  const next = createServer().listen(starting.port, '127.0.0.1')
  await once(next, 'listening')
  next.close()
})
