import { setTimeout as delay } from 'node:timers/promises'
import { LRUCache } from 'lru-cache'
import { unavailable } from '#server/platform/problems.ts'
import { createFairQueue, type Visitor } from '#server/platform/queues/fair-queue.ts'
import type { CachedResponse } from '#server/platform/response-cache/cached-response.ts'
import { type Append, type CompressedFile, writeCompressedFile } from '#server/platform/response-cache/compressed-file.ts'

const KEPT_BYTES = 256 * 1024 * 1024
/** Each one under way holds a connection to the database. */
const MAKING = { width: 2, maxWaiting: 8, maxWaitMs: 20_000, busy: 'Too many whole lists are being made at the moment' }
/** How long a visitor waits for a list that is being made. It is made to its end all the same, for their next try. */
const LONGEST_WAIT_MS = 60_000
const RETRY_AFTER_SECONDS = 15

/** A list that is too long to be kept in memory. */
export type LargeList = { text: CompressedFile; headers: Record<string, string> }
export type ListSource = {
  /** The answer, when the list is short */
  respondWhenShort: () => Promise<CachedResponse | undefined>
  /** Writes a list of any length piece by piece; answers its headers. */
  write: (append: Append) => Promise<Record<string, string>>
}
type Made = CachedResponse | LargeList
type Making = { made: Promise<Made>; visitors: Visitor[] }

export type LargeListCache = ReturnType<typeof createLargeListCache>

/**
 * Lists that are asked for as a whole. The short ones are the caller's to keep; a long one is written to a compressed file, once for
 * all who ask for it, two at a time, and kept until `version` tells another number or others need the room.
 */
export function createLargeListCache({
  version,
  folder,
  keptBytes = KEPT_BYTES,
  longestWaitMs = LONGEST_WAIT_MS,
  making: limits = MAKING,
}: {
  version: () => number
  /** For the files, on a disk with room for them */
  folder: string
  keptBytes?: number
  longestWaitMs?: number
  making?: typeof MAKING
}) {
  const inTurn = createFairQueue(limits)
  const lists = new LRUCache<string, LargeList & { version: number }>({
    maxSize: keptBytes,
    sizeCalculation: ({ text }, key) => text.packedBytes + key.length * 2,
    dispose: ({ text }) => text.drop(),
  })
  const underWay = new Map<string, Making>()
  /** What files take, those among them that are no longer kept but still read. */
  let bytesOnDisk = 0

  async function write(key: string, made: number, { write }: ListSource, isAbandoned: () => boolean): Promise<LargeList> {
    dropOutdated()
    if (bytesOnDisk - lists.calculatedSize > keptBytes) throw busy('Too many whole lists are being read at the moment')
    let headers: Record<string, string> = {}
    const onClose = () => {
      bytesOnDisk -= text.packedBytes
    }
    const text = await writeCompressedFile({ folder, onClose }, async (append) => {
      headers = await write(async (piece) => {
        if (isAbandoned()) throw busy('Nobody waits for the list any more')
        await append(piece)
      })
    })
    bytesOnDisk += text.packedBytes
    const list = { text, headers, version: made }
    lists.set(key, list)
    if (lists.peek(key) !== list) {
      text.drop()
      throw busy('The list takes more room than there is')
    }
    return list
  }

  function dropOutdated() {
    for (const [key, list] of lists.entries()) if (list.version !== version()) lists.delete(key)
  }

  function begin(key: string, visitor: Visitor, source: ListSource): Making {
    const made = version()
    const visitors: Visitor[] = []
    const isAbandoned = () => visitors.every(({ isGone }) => isGone())
    const make = async () =>
      (await source.respondWhenShort()) ??
      inTurn({ client: visitor.client, isGone: isAbandoned }, () => write(key, made, source, isAbandoned))
    const name = `${made} ${key}`
    const making = { visitors, made: make().finally(() => underWay.delete(name)) }
    underWay.set(name, making)
    return making
  }

  return {
    /** The list, or the short one's answer. Those who ask for the same meanwhile wait for the same. */
    obtain: async (key: string, visitor: Visitor, source: ListSource): Promise<Made> => {
      const found = lists.get(key)
      if (found?.version === version()) return found
      const making = underWay.get(`${version()} ${key}`) ?? begin(key, visitor, source)
      making.visitors.push(visitor)
      return within(longestWaitMs, making.made)
    },
  }
}

async function within<Result>(ms: number, outcome: Promise<Result>): Promise<Result> {
  const waiting = new AbortController()
  const late = delay(ms, undefined, { signal: waiting.signal }).then(() => {
    throw busy('The list is still being made')
  })
  late.catch(() => undefined)
  try {
    return await Promise.race([outcome, late])
  } finally {
    waiting.abort()
  }
}

const busy = (title: string) => unavailable(title, { retryAfterSeconds: RETRY_AFTER_SECONDS })
