import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { RequireFreeSpace } from '#server/platform/files/free-disk-space.ts'
import { type MediaStore, MissingMediaError } from './media-store.ts'

/** Time for which a copy from a bucket is retained after its last use, since pages of a book are requested one after another. */
const IDLE_MS = 60_000
const MAX_IDLE = 2

type Copy = { path: string; users: number; ready: Promise<void>; timer?: NodeJS.Timeout }

/** Local copies of stored files for programs that need a path, one per file. Copies from a disk store are links, which take no space. */
export function createFileCopies(deps: {
  store: Pick<MediaStore, 'link' | 'open' | 'size'>
  folder: string
  requireFreeSpace: RequireFreeSpace
  idleMs?: number
}) {
  const { store, folder, requireFreeSpace, idleMs = IDLE_MS } = deps
  const copies = new Map<string, Copy>()
  /** Total size of the copies that are being downloaded, which the free disk space doesn't reflect yet. */
  let arrivingBytes = 0

  async function make(key: string, path: string): Promise<void> {
    if (store.link) return store.link(key, path)
    const bytes = await store.size(key)
    if (bytes === undefined) throw new MissingMediaError(key)
    arrivingBytes += bytes
    try {
      const require = () => requireFreeSpace(arrivingBytes)
      await require().catch(async () => {
        await removeIdle(0)
        await require()
      })
      await pipeline(await store.open(key), createWriteStream(path, { flags: 'wx' }))
    } finally {
      arrivingBytes -= bytes
    }
  }

  function begin(key: string): Copy {
    const path = join(folder, `${randomUUID()}.part`)
    const copy = { path, users: 0, ready: make(key, path) }
    copies.set(key, copy)
    copy.ready.catch(() => copies.get(key) === copy && copies.delete(key))
    return copy
  }

  async function remove(key: string, copy: Copy): Promise<void> {
    clearTimeout(copy.timer)
    if (copies.get(key) === copy) copies.delete(key)
    await rm(copy.path, { force: true })
  }

  async function removeIdle(except: number): Promise<void> {
    const idle = [...copies].filter(([, { users }]) => users === 0)
    for (const [key, copy] of idle.slice(0, Math.max(0, idle.length - except))) if (copy.users === 0) await remove(key, copy)
  }

  async function release(key: string, copy: Copy): Promise<void> {
    copy.users -= 1
    if (copy.users > 0) return
    if (store.link || copies.get(key) !== copy) return remove(key, copy)
    // The map is in order of last use, so the copy is moved to its end.
    copies.delete(key)
    copies.set(key, copy)
    copy.timer = setTimeout(() => void remove(key, copy).catch(() => undefined), idleMs).unref()
    await removeIdle(MAX_IDLE)
  }

  return {
    /**
     * Calls `work` with a local copy of a stored file, which remains if the stored file is removed. Concurrent calls share a copy. @throws
     * MissingMediaError
     */
    use: async <Result>(key: string, work: (path: string) => Promise<Result>): Promise<Result> => {
      const copy = copies.get(key) ?? begin(key)
      copy.users += 1
      clearTimeout(copy.timer)
      try {
        await copy.ready
        return await work(copy.path)
      } finally {
        await release(key, copy)
      }
    },
  }
}
