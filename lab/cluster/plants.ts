import { buffer } from 'node:stream/consumers'
import type { MediaStore } from '#server/media/store/media-store.ts'

/** Faults that can be planted in a cluster on purpose. A step that must report such a fault thereby proves that it can fail. */
export const PLANTS = {
  'local-commits': 'the primary acknowledges commits that the standby does not have',
  'stale-catalogue': 'HAProxy caches lists for four seconds',
  'corrupt-file': 'one byte of a stored file is changed',
}
export type Plant = keyof typeof PLANTS

export const isPlant = (name: string | undefined): name is Plant | undefined => name === undefined || name in PLANTS

const STALE_SECONDS = 4

/** Returns HAProxy settings that cache lists, although the server requires their revalidation. */
export function cacheLists(settings: string): string {
  const rules = [
    'http-request cache-use lists if { path_beg /api/books }',
    `http-response set-header Cache-Control max-age=${STALE_SECONDS} if { var(txn.path) -m beg /api/books }`,
    'http-response del-header Vary if { var(txn.path) -m beg /api/books }',
    'http-response cache-store lists if { var(txn.path) -m beg /api/books }',
  ]
  const cache = `cache lists\n  total-max-size 4\n  max-age ${STALE_SECONDS}`
  return settings.replace(/^backend nodes$/m, [cache, '', 'backend nodes', ...rules.map((rule) => `  ${rule}`)].join('\n'))
}

/** Changes one byte in the middle of a stored file. */
export async function corruptFile(store: Pick<MediaStore, 'open' | 'remove' | 'write'>, key: string): Promise<void> {
  const bytes = await buffer(await store.open(key))
  const middle = bytes.length >> 1
  bytes[middle] = (bytes[middle] ?? 0) ^ 1
  await store.remove(key)
  await store.write(
    key,
    (async function* () {
      yield bytes
    })(),
  )
}
