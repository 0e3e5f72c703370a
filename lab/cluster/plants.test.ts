import { readFile } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { expect, test } from 'vitest'
import type { MediaStore } from '#server/media/store/media-store.ts'
import { cacheLists, corruptFile } from './plants.ts'

test('a fault planted on purpose adds a cache of lists to the shipped HAProxy settings', async () => {
  const delivered = await readFile('deploy/haproxy/haproxy.cfg', 'utf8')
  const planted = cacheLists(delivered)
  expect(planted).toContain('\ncache lists\n')
  expect(planted.indexOf('cache-store lists')).toBeGreaterThan(planted.indexOf('\nbackend nodes\n'))
  expect(planted.indexOf('cache-store lists')).toBeLessThan(planted.indexOf('\nbackend scripts\n'))
})

test('a fault planted on purpose changes one byte of a stored file', async () => {
  let stored = Buffer.from('published')
  const store: Pick<MediaStore, 'open' | 'remove' | 'write'> = {
    open: async () => Readable.from([stored]),
    remove: async () => undefined,
    write: async (_key, content) => {
      stored = Buffer.concat(await Array.fromAsync(content))
    },
  }
  await corruptFile(store, 'key')
  expect(stored.length).toBe(9)
  expect([...stored].filter((byte, at) => byte !== 'published'.charCodeAt(at))).toHaveLength(1)
})
