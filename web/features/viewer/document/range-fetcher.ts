import { AccessEndedError } from '#web/lib/access/item-access.ts'
import { type FetchState, RefusedError, readBody, readTotal } from './range-responses.ts'

/** How much is asked for at once: less wastes a slow line's time in round trips, more wastes its bytes (docs/decisions/0013). */
export const PART_BYTES = 64 * 1024

const SILENCE_MS = 30_000
const PAUSES_MS = [500, 2000, 5000]

export type RangeFetcher = ReturnType<typeof createRangeFetcher>

/**
 * Fetches parts of one file and does not give up: it goes on where a transfer broke off, waits while the line is down, and renews
 * a signed address that expired. pdf.js never asks twice for a part that failed, so a part must come or the document is lost.
 */
export function createRangeFetcher(url: string, renewUrl?: () => Promise<string>) {
  let address = url
  let renewal: Promise<void> | undefined
  let etag: string | null = null
  let state: FetchState = { received: 0 }
  const listeners = new Set<() => void>()
  const sleepers = new Set<() => void>()
  const closing = new AbortController()

  function change(part: Partial<FetchState>) {
    state = { ...state, ...part }
    for (const listener of listeners) listener()
  }

  function retry() {
    for (const wake of sleepers) wake()
    sleepers.clear()
  }
  addEventListener('online', retry, { signal: closing.signal })

  const woken = () => new Promise<void>((resolve) => sleepers.add(resolve))

  function renew(used: string) {
    if (address !== used || !renewUrl) return
    renewal ??= renewUrl()
      .then((fresh) => {
        address = fresh
      })
      .finally(() => {
        renewal = undefined
      })
    return renewal
  }

  async function ask(headers: HeadersInit, signal: AbortSignal): Promise<Response> {
    const used = address
    let response = await fetch(used, { headers, signal })
    if (response.status === 403 && renewUrl) {
      await renew(used)
      response = await fetch(address, { headers, signal })
    }
    if (response.ok) return response
    if (response.status >= 500 || response.status === 429 || response.status === 408) throw new Error(`Answered ${response.status}`)
    throw new RefusedError(response.status)
  }

  /** Asks once and hands over the bytes as they come; a line that says nothing for long is hung up. */
  async function take(headers: HeadersInit, onBytes: (bytes: Uint8Array, response: Response) => void): Promise<Response> {
    const call = new AbortController()
    const hangUp = () => call.abort()
    closing.signal.addEventListener('abort', hangUp)
    let silence = setTimeout(hangUp, SILENCE_MS)
    try {
      const response = await ask(headers, call.signal)
      await readBody(response, (bytes) => {
        clearTimeout(silence)
        silence = setTimeout(hangUp, SILENCE_MS)
        onBytes(bytes, response)
        change({ received: state.received + bytes.length, failure: undefined })
      })
      return response
    } finally {
      clearTimeout(silence)
      closing.signal.removeEventListener('abort', hangUp)
    }
  }

  /** The beginning of the file and its length; all of it, where it is short or the server knows no ranges. Fails soon. */
  async function open(): Promise<{ bytes: Uint8Array; total: number }> {
    let parts: Uint8Array[] = []
    const collect = (bytes: Uint8Array, response: Response) => {
      parts.push(bytes)
      const total = response.status === 206 ? readTotal(response) : Number(response.headers.get('content-length')) || undefined
      if (total !== state.total) change({ total, whole: response.status !== 206 })
    }
    let response = await take({ range: `bytes=0-${PART_BYTES - 1}` }, collect)
    let total = response.status === 206 ? readTotal(response) : undefined
    if (response.status === 206 && total === undefined) {
      // Another host that doesn't expose Content-Range: only the whole file tells its length.
      parts = []
      response = await take({}, collect)
    }
    etag = response.headers.get('etag')
    const bytes = new Uint8Array(await new Blob(parts as BlobPart[]).arrayBuffer())
    total ??= bytes.length
    if (bytes.length < Math.min(total, PART_BYTES)) throw new Error('Broke off')
    change({ total })
    return { bytes, total }
  }

  /** The bytes from `begin` up to before `end`. Fails only when the file is gone, forbidden or another one by now. */
  async function fetchPart(begin: number, end: number): Promise<Uint8Array> {
    const part = new Uint8Array(end - begin)
    let filled = 0
    for (let failures = 0; ; failures++) {
      try {
        let skip: number | undefined
        await take({ range: `bytes=${begin + filled}-${end - 1}` }, (bytes, response) => {
          if (response.status === 206 && readTotal(response) !== state.total) throw new RefusedError(412)
          if (response.headers.get('etag') !== etag) throw new RefusedError(412)
          // Whoever answers 200 sends the file from its start.
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
        const pause = navigator.onLine ? PAUSES_MS[failures] : undefined
        if (pause === undefined) {
          change({ failure: navigator.onLine ? 'stalled' : 'offline' })
          await woken()
          failures = -1
        } else await new Promise((resolve) => setTimeout(resolve, pause))
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
