import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { databaseSettings, siteSettings } from './balancer-settings.ts'

const delivered = readFileSync('deploy/haproxy/haproxy.cfg', 'utf8')

test('the shipped HAProxy settings are rewritten to the nodes of this cluster only', () => {
  const text = siteSettings(delivered, { port: 4400, nodePorts: [4401, 4402], socket: '/tmp/x/haproxy.sock' })
  expect(text.match(/server node-\d \S+/g)).toEqual([
    ...['server node-1 127.0.0.1:4401', 'server node-2 127.0.0.1:4402'],
    ...['server node-1 127.0.0.1:4401', 'server node-2 127.0.0.1:4402'],
    ...['server node-1 127.0.0.1:4401', 'server node-2 127.0.0.1:4402'],
  ])
  expect(text.match(/bind \S+/g)).toEqual(['bind 127.0.0.1:4400'])
  expect(text).not.toMatch(/10\.0\.0|ssl|redirect/)
})

test('the database proxy checks each PostgreSQL server through its Patroni API', () => {
  const members = [{ name: 'one', port: 5501, restPort: 5502, dataDir: '' }]
  const text = databaseSettings(members, 5400)
  expect(text).toContain('server one 127.0.0.1:5501 check port 5502')
  expect(text.match(/httpchk GET \/\w+/g)).toEqual(['httpchk GET /primary'])
})
