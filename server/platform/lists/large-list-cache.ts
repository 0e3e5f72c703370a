import { LRUCache } from 'lru-cache'
import { createFairQueue, type Visitor } from '#server/platform/concurrency/fair-queue.ts'
import { withTimeout } from '#server/platform/concurrency/with-timeout.ts'
import { unavailable } from '#server/platform/problems.ts'
import type { CachedResponse } from '#server/platform/response-cache/cached-response.ts'
import { type Append, type CompressedFile, writeCompressedFile } from '#server/platform/response-cache/compressed-file.ts'

const MAX_BYTES = 256 * 1024 * 1024
/** Limits for writing whole lists to cache files; each write occupies a database connection. */
const WRITING = { width: 2, maxWaiting: 8, maxWaitMs: 20_000, busy: 'Too many requests for whole lists right now' }
/** Time limit of requests for a list, in ms. The list is completed anyway, for the next request of the client. */
const LONGEST_WAIT_MS = 60_000
const RETRY_AFTER_SECONDS = 15

/** A list that is too long to be cached in memory. */
export type LargeList = { text: CompressedFile; headers: Record<string, string> }
export type ListSource = {
  /** Returns the response with the list if it is short, otherwise undefined */
  readWhenShort: () => Promise<CachedResponse | undefined>
  /** Writes a list of any length in chunks, and returns the response headers. */
  write: (append: Append) => Promise<Record<string, string>>
}
type AnyList = CachedResponse | LargeList
type Pending = { list: Promise<AnyList>; visitors: Visitor[] }

export type LargeListCache = ReturnType<typeof createLargeListCache>

/**
 * Caches whole lists that are too long for memory in compressed files, until `version` changes or the space is needed. Concurrent requests
 * for the same list share one copy. Short lists are cached by the caller.
 */
export function createLargeListCache(options: {
  version: () => number
  /** Folder of the compressed files */
  folder: string
  maxBytes?: number
  longestWaitMs?: number
  writing?: typeof WRITING
}) {
  const { version, folder, maxBytes = MAX_BYTES, longestWaitMs = LONGEST_WAIT_MS, writing = WRITING } = options
  const inTurn = createFairQueue(writing)
  const lists = new LRUCache<string, LargeList & { version: number }>({
    maxSize: maxBytes,
    sizeCalculation: ({ text }, key) => text.compressedBytes + key.length * 2,
    dispose: ({ text }) => text.drop(),
  })
  const pending = new Map<string, Pending>()
  /** Size of all files, including files that are no longer cached but still being read. */
  let bytesOnDisk = 0

  async function write(key: string, listVersion: number, { write }: ListSource, isAbandoned: () => boolean): Promise<LargeList> {
    dropOutdated()
    if (bytesOnDisk - lists.calculatedSize > maxBytes) throw busy('Too many downloads of whole lists right now')
    let headers: Record<string, string> = {}
    const onClose = () => {
      bytesOnDisk -= text.compressedBytes
    }
    const text = await writeCompressedFile({ folder, onClose }, async (append) => {
      headers = await write(async (piece) => {
        if (isAbandoned()) throw busy('All clients disconnected before the list was complete')
        await append(piece)
      })
    })
    bytesOnDisk += text.compressedBytes
    const list = { text, headers, version: listVersion }
    lists.set(key, list)
    if (lists.peek(key) !== list) {
      text.drop()
      throw busy('The list is larger than the cache for whole lists')
    }
    return list
  }

  function dropOutdated() {
    for (const [key, list] of lists.entries()) if (list.version !== version()) lists.delete(key)
  }

  function begin(key: string, visitor: Visitor, source: ListSource): Pending {
    const listVersion = version()
    const visitors: Visitor[] = []
    const isAbandoned = () => visitors.every(({ isGone }) => isGone())
    const make = async () =>
      (await source.readWhenShort()) ??
      inTurn({ client: visitor.client, isGone: isAbandoned }, () => write(key, listVersion, source, isAbandoned))
    const name = `${listVersion} ${key}`
    const entry = { visitors, list: make().finally(() => pending.delete(name)) }
    pending.set(name, entry)
    return entry
  }

  return {
    /** Returns a long list as a file, or a short list as a response. Concurrent requests for the same list share one result. */
    obtain: async (key: string, visitor: Visitor, source: ListSource): Promise<AnyList> => {
      const found = lists.get(key)
      if (found?.version === version()) return found
      const entry = pending.get(`${version()} ${key}`) ?? begin(key, visitor, source)
      entry.visitors.push(visitor)
      return withTimeout(entry.list, longestWaitMs, { error: () => busy('The list is not ready yet') })
    },
  }
}

const busy = (title: string) => unavailable(title, { retryAfterSeconds: RETRY_AFTER_SECONDS })
