import { withPath } from '#contracts/common/media-url.ts'
import { type openConnection, RefusedError, UnavailableError } from '#web/lib/access/file-connection.ts'
import { FILE_BYTES, PART_BYTES, partUrl } from '#web/lib/downloads/file-parts.ts'
import { DOWNLOADED_MEDIA } from '#web/lib/storage/cache-storage.ts'

const AT_A_TIME = 3
/** Number of unavailable responses (such as 503) after which a download fails. The server waits ten seconds before each of them. */
const MAX_UNAVAILABLE = 3

export type FileStore = ReturnType<typeof createFileStore>

/**
 * Downloads a file, or resources below the file's URL, into a cache. Cached resources are not fetched again. While offline, waits for the
 * connection. Fails if access has ended, the storage quota is exceeded, or the file is missing.
 */
export function createFileStore({
  cache,
  media,
  connection,
  signal,
  onBytes,
}: {
  cache: Cache
  media: string
  connection: ReturnType<typeof openConnection>
  signal: AbortSignal
  /** Called with the number of bytes received, or found in the cache */
  onBytes: (bytes: number) => void
}) {
  /** Downloads a resource below the file's URL, or a range of the file. Bytes of a failed attempt are subtracted from the progress. */
  async function download(path: string, range?: string): Promise<Response> {
    let unavailable = 0
    return connection.persist(async () => {
      const parts: Uint8Array[] = []
      let received = 0
      const receive = (bytes: Uint8Array) => {
        parts.push(bytes)
        received += bytes.length
        onBytes(bytes.length)
      }
      try {
        const response = await connection.download({ headers: range ? { range } : {}, onBytes: receive }, (fileUrl) =>
          path ? withPath(fileUrl, path) : fileUrl,
        )
        const blob = new Blob(parts as BlobPart[])
        return toStored(blob, response)
      } catch (error) {
        onBytes(-received)
        // Without a limit, `persist` would retry an unavailable resource forever, as after a lost connection.
        if (error instanceof UnavailableError && ++unavailable >= MAX_UNAVAILABLE) throw new RefusedError(503)
        throw error
      }
    })
  }

  const placeOf = (path: string) => `${DOWNLOADED_MEDIA}${media}${path}`

  async function fetchOne(path: string, range?: { index: number }): Promise<Response> {
    signal.throwIfAborted()
    const url = range ? partUrl(placeOf(path), range.index) : placeOf(path)
    const there = await cache.match(url)
    if (there) {
      onBytes(Number(there.headers.get('content-length')))
      return there
    }
    const start = (range?.index ?? 0) * PART_BYTES
    const fetched = await download(path, range && `bytes=${start}-${start + PART_BYTES - 1}`)
    // Storing rejects when the storage quota is exceeded.
    await cache.put(url, fetched.clone())
    return fetched
  }

  return {
    fetchJson: async <Answer>(path: string): Promise<Answer> => (await fetchOne(path)).json() as Promise<Answer>,

    /** Returns a resource from the cache; undefined if it is not cached. */
    findJson: async <Answer>(path: string): Promise<Answer | undefined> =>
      (await cache.match(placeOf(path)))?.json() as Promise<Answer | undefined>,

    /** Downloads several resources and skips those that the server refuses to provide. */
    async fetchAll(paths: string[]): Promise<void> {
      const waiting = paths.values()
      async function work() {
        for (const path of waiting)
          await fetchOne(path).catch((error: unknown) => {
            if (!(error instanceof RefusedError) || error.status === 403) throw error
          })
      }
      await Promise.all(Array.from({ length: AT_A_TIME }, work))
    },

    /** Downloads the file itself, or a variant of it, range by range. */
    async fetchFile(path: string): Promise<void> {
      const total = Number((await fetchOne(path, { index: 0 })).headers.get(FILE_BYTES))
      for (let index = 1; index * PART_BYTES < total; index++) await fetchOne(path, { index })
    },
  }
}

function toStored(blob: Blob, { headers }: Response): Response {
  const total = /\/(\d+)$/.exec(headers.get('content-range') ?? '')?.[1] ?? String(blob.size)
  const type = headers.get('content-type') ?? ''
  return new Response(blob, { headers: { 'content-type': type, 'content-length': String(blob.size), [FILE_BYTES]: total } })
}
