import { openConnection, RefusedError } from '#web/lib/access/file-connection.ts'

/** Size of a range request: smaller ranges lose time to round trips on slow connections, larger ones waste bytes (docs/decisions/0013). */
export const PART_BYTES = 64 * 1024

export type RangeFetcher = ReturnType<typeof createRangeFetcher>

/**
 * Fetches ranges of a file and resumes interrupted transfers. pdf.js requests each range once, so a failed range would break the document.
 */
export function createRangeFetcher(url: string, renewUrl?: () => Promise<string>) {
  const connection = openConnection(url, renewUrl)
  let etag: string | null = null

  /** Fetches the beginning of the file and its length, or the whole file if it is short or the server ignores ranges. Does not retry. */
  async function open(): Promise<{ bytes: Uint8Array; total: number }> {
    let parts: Uint8Array[] = []
    const onBytes = (bytes: Uint8Array, response: Response) => {
      parts.push(bytes)
      const total = response.status === 206 ? readTotal(response) : Number(response.headers.get('content-length')) || undefined
      if (total !== connection.state.get().total) connection.change({ total, whole: response.status !== 206 })
    }
    let response = await connection.download({ headers: { range: `bytes=0-${PART_BYTES - 1}` }, onBytes })
    let total = response.status === 206 ? readTotal(response) : undefined
    if (response.status === 206 && total === undefined) {
      // If a cross-origin response does not expose Content-Range, the file's length is only known after a request for the entire file.
      parts = []
      response = await connection.download({ onBytes })
    }
    etag = response.headers.get('etag')
    const bytes = new Uint8Array(await new Blob(parts as BlobPart[]).arrayBuffer())
    total ??= bytes.length
    if (bytes.length < Math.min(total, PART_BYTES)) throw new Error('The response was interrupted')
    connection.change({ total })
    return { bytes, total }
  }

  /** Fetches the bytes from `begin` (inclusive) to `end` (exclusive). Fails only if the file is missing, forbidden or changed. */
  function fetchPart(begin: number, end: number): Promise<Uint8Array> {
    const part = new Uint8Array(end - begin)
    let filled = 0
    return connection.persist(async () => {
      let skip: number | undefined
      const onBytes = (bytes: Uint8Array, response: Response) => {
        if (response.status === 206 && readTotal(response) !== connection.state.get().total) throw new RefusedError(412)
        if (response.headers.get('etag') !== etag) throw new RefusedError(412)
        // A response with status 200 contains the file from its beginning instead of the requested range.
        skip ??= response.status === 200 ? begin + filled : 0
        const wanted = bytes.subarray(skip, skip + part.length - filled)
        skip = Math.max(0, skip - bytes.length)
        part.set(wanted, filled)
        filled += wanted.length
      }
      await connection.download({ headers: { range: `bytes=${begin + filled}-${end - 1}` }, onBytes })
      if (filled < part.length) throw new Error('The response was interrupted')
      return part
    })
  }

  const { retry, close, state } = connection
  return { open, fetchPart, retry, close, state }
}

/** Returns the file's length according to `Content-Range`. */
function readTotal(response: Response): number | undefined {
  const total = /\/(\d+)$/.exec(response.headers.get('content-range') ?? '')?.[1]
  return total === undefined ? undefined : Number(total)
}
