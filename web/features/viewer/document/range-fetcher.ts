import { AccessEndedError } from '#web/lib/access/item-access.ts'

/** The size of one request: smaller wastes a slow connection's time in round trips, larger wastes its bytes (docs/decisions/0013). */
export const PART_BYTES = 64 * 1024

const TIMEOUT_MS = 30_000
const RETRY_DELAYS_MS = [500, 2000, 5000]

/** Why a part can't be fetched: no connection, repeated failures, a final refusal by the server, or access that has ended. */
export type FetchFailure = 'offline' | 'stalled' | 'refused' | 'ended'

/** Bytes received so far, the file's length once known, whether it comes in one piece, and why nothing arrives. */
export type FetchState = { received: number; total?: number | undefined; whole?: boolean; failure?: FetchFailure | undefined }

/** Retrying does not help: the file is gone, forbidden or has changed. */
export class RefusedError extends Error {
  constructor(status: number) {
    super(`Refused with ${status}`)
  }
}

export type RangeFetcher = ReturnType<typeof createRangeFetcher>

/**
 * Fetches ranges of one file without giving up: resumes interrupted transfers, waits while there is no connection, and renews a signed
 * URL that expired. pdf.js requests each part once, so a part that failed would break the document.
 */
export function createRangeFetcher(url: string, renewUrl?: () => Promise<string>) {
  let currentUrl = url
  let renewal: Promise<void> | undefined
  let etag: string | null = null
  let state: FetchState = { received: 0 }
  const listeners = new Set<() => void>()
  const waiting = new Set<() => void>()
  const closing = new AbortController()

  function change(part: Partial<FetchState>) {
    state = { ...state, ...part }
    for (const listener of listeners) listener()
  }

  function retry() {
    for (const wake of waiting) wake()
    waiting.clear()
  }
  addEventListener('online', retry, { signal: closing.signal })

  const nextRetry = () => new Promise<void>((resolve) => waiting.add(resolve))

  function renew(used: string) {
    if (currentUrl !== used || !renewUrl) return
    renewal ??= renewUrl()
      .then((fresh) => {
        currentUrl = fresh
      })
      .finally(() => {
        renewal = undefined
      })
    return renewal
  }

  async function request(headers: HeadersInit, signal: AbortSignal): Promise<Response> {
    const used = currentUrl
    let response = await fetch(used, { headers, signal })
    if (response.status === 403 && renewUrl) {
      await renew(used)
      response = await fetch(currentUrl, { headers, signal })
    }
    if (response.ok) return response
    if (response.status >= 500 || response.status === 429 || response.status === 408) throw new Error(`Answered ${response.status}`)
    throw new RefusedError(response.status)
  }

  /** Requests once and passes on the bytes as they arrive; aborts a connection that is silent for too long. */
  async function download(headers: HeadersInit, onBytes: (bytes: Uint8Array, response: Response) => void): Promise<Response> {
    const call = new AbortController()
    const abort = () => call.abort()
    closing.signal.addEventListener('abort', abort)
    let timeout = setTimeout(abort, TIMEOUT_MS)
    try {
      const response = await request(headers, call.signal)
      await readBody(response, (bytes) => {
        clearTimeout(timeout)
        timeout = setTimeout(abort, TIMEOUT_MS)
        onBytes(bytes, response)
        change({ received: state.received + bytes.length, failure: undefined })
      })
      return response
    } finally {
      clearTimeout(timeout)
      closing.signal.removeEventListener('abort', abort)
    }
  }

  /** The beginning of the file and its length; the whole file, if it is short or the server ignores ranges. Does not retry. */
  async function open(): Promise<{ bytes: Uint8Array; total: number }> {
    let parts: Uint8Array[] = []
    const collect = (bytes: Uint8Array, response: Response) => {
      parts.push(bytes)
      const total = response.status === 206 ? readTotal(response) : Number(response.headers.get('content-length')) || undefined
      if (total !== state.total) change({ total, whole: response.status !== 206 })
    }
    let response = await download({ range: `bytes=0-${PART_BYTES - 1}` }, collect)
    let total = response.status === 206 ? readTotal(response) : undefined
    if (response.status === 206 && total === undefined) {
      // Another origin that does not expose Content-Range: only a request for the whole file tells its length.
      parts = []
      response = await download({}, collect)
    }
    etag = response.headers.get('etag')
    const bytes = new Uint8Array(await new Blob(parts as BlobPart[]).arrayBuffer())
    total ??= bytes.length
    if (bytes.length < Math.min(total, PART_BYTES)) throw new Error('Broke off')
    change({ total })
    return { bytes, total }
  }

  /** The bytes from `begin` to `end`, exclusive. Fails only when the file is gone, forbidden or has changed. */
  async function fetchPart(begin: number, end: number): Promise<Uint8Array> {
    const part = new Uint8Array(end - begin)
    let filled = 0
    for (let failures = 0; ; failures++) {
      try {
        let skip: number | undefined
        await download({ range: `bytes=${begin + filled}-${end - 1}` }, (bytes, response) => {
          if (response.status === 206 && readTotal(response) !== state.total) throw new RefusedError(412)
          if (response.headers.get('etag') !== etag) throw new RefusedError(412)
          // A server that answers 200 sends the file from its start.
          skip ??= response.status === 200 ? begin + filled : 0
          const wanted = bytes.subarray(skip, skip + part.length - filled)
          skip = Math.max(0, skip - bytes.length)
          part.set(wanted, filled)
          filled += wanted.length
        })
        if (filled === part.length) return part
        throw new Error('Broke off')
      } catch (error) {
        if (closing.signal.aborted) throw error
        if (error instanceof RefusedError || error instanceof AccessEndedError) {
          change({ failure: error instanceof RefusedError ? 'refused' : 'ended' })
          throw error
        }
        const delay = navigator.onLine ? RETRY_DELAYS_MS[failures] : undefined
        if (delay === undefined) {
          change({ failure: navigator.onLine ? 'stalled' : 'offline' })
          await nextRetry()
          failures = -1
        } else await new Promise((resolve) => setTimeout(resolve, delay))
      }
    }
  }

  return {
    open,
    fetchPart,
    retry,
    close: () => closing.abort(),
    state: () => state,
    subscribe: (listener: () => void) => {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
  }
}

/** The file's length according to `Content-Range`. */
function readTotal(response: Response): number | undefined {
  const total = /\/(\d+)$/.exec(response.headers.get('content-range') ?? '')?.[1]
  return total === undefined ? undefined : Number(total)
}

async function readBody(response: Response, onBytes: (bytes: Uint8Array) => void): Promise<void> {
  const reader = response.body?.getReader()
  if (!reader) return
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) onBytes(next.value)
  } catch (error) {
    void reader.cancel().catch(() => {})
    throw error
  }
}
