import { createStore } from '#web/lib/store.ts'
import { AccessEndedError } from './item-access.ts'

const TIMEOUT_MS = 30_000
const RETRY_DELAYS_MS = [500, 2000, 5000]
/** Mean delay of further retries while the server is busy. Jitter prevents all readers from retrying simultaneously. */
const BUSY_DELAY_MS = 5000

/** Reason why a part of a file can't be fetched: no connection, repeated failures, a final rejection by the server, or expired access. */
export type FetchFailure = 'offline' | 'stalled' | 'refused' | 'ended'

/**
 * State of fetching a file: bytes received so far, the length of the file if known, whether the server sends the file in one piece, whether
 * the server's last response was that it is busy, and the reason of a failure.
 */
export type FetchState = { received: number; total?: number; whole?: boolean; isBusy?: boolean; failure?: FetchFailure }

/** State of a connection that has not been opened yet */
export const NOT_STARTED = createStore<FetchState>({ received: 0 })

/** Permanent failure that is not retried: the file is missing, forbidden or has changed. */
export class RefusedError extends Error {
  readonly status: number
  constructor(status: number) {
    super(`The server refused the request with status ${status}`)
    this.status = status
  }
}

/** Temporary failure: the server can't respond at the moment. */
export class UnavailableError extends Error {}

/** `body` is the JSON of a POST request. */
export type Download = { headers?: Record<string, string>; body?: string; onBytes: (bytes: Uint8Array, response: Response) => void }

/**
 * Opens a connection to a file, or to URLs below the file's URL. Requests are retried without limit, paused while offline, and repeated
 * with a renewed signed URL after the old one expires.
 */
export function openConnection(url: string, renewUrl?: () => Promise<string>) {
  let currentUrl = url
  let renewal: Promise<void> | undefined
  const state = createStore(NOT_STARTED.get())
  const waiting = new Set<() => void>()
  const closing = new AbortController()

  const change = (part: Partial<FetchState>) => state.set({ ...state.get(), ...part })

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

  async function request(toUrl: (fileUrl: string) => string, init: RequestInit): Promise<Response> {
    const used = currentUrl
    let response = await fetch(toUrl(used), init)
    if (response.status === 403 && renewUrl) {
      await renew(used)
      response = await fetch(toUrl(currentUrl), init)
    }
    if (response.ok) return response
    if (response.status >= 500 || response.status === 429 || response.status === 408)
      throw new UnavailableError(`The server responded with status ${response.status}`)
    throw new RefusedError(response.status)
  }

  /**
   * Sends one request and passes received bytes to `onBytes`. A connection that receives no data for too long is aborted. `toUrl` derives
   * the requested URL from the file's URL.
   */
  async function download({ headers = {}, body, onBytes }: Download, toUrl = (fileUrl: string) => fileUrl): Promise<Response> {
    const call = new AbortController()
    const abort = () => call.abort()
    closing.signal.addEventListener('abort', abort)
    let timeout = setTimeout(abort, TIMEOUT_MS)
    const hadEnded = state.get().failure === 'ended'
    try {
      const init = body === undefined ? { headers } : { method: 'POST', headers: { ...headers, 'content-type': 'application/json' }, body }
      const response = await request(toUrl, { ...init, signal: call.signal })
      await readBody(response, (bytes) => {
        clearTimeout(timeout)
        timeout = setTimeout(abort, TIMEOUT_MS)
        onBytes(bytes, response)
        const { received, failure } = state.get()
        // A response to a request from before the end of access says nothing about access.
        const isStale = failure === 'ended' && !hadEnded
        change({ received: received + bytes.length, isBusy: false, failure: isStale ? failure : undefined })
      })
      return response
    } catch (error) {
      change({ isBusy: error instanceof UnavailableError })
      throw error
    } finally {
      clearTimeout(timeout)
      closing.signal.removeEventListener('abort', abort)
    }
  }

  /**
   * Retries an attempt until it succeeds, and stores the reason of failures in the state. While the server is busy, retries go on. Rejects only if the file is missing, forbidden or
   * has changed, or if access has ended.
   */
  async function persist<Result>(attempt: () => Promise<Result>): Promise<Result> {
    for (let failures = 0; ; failures++) {
      try {
        return await attempt()
      } catch (error) {
        if (closing.signal.aborted) throw error
        if (error instanceof RefusedError || error instanceof AccessEndedError) {
          change({ failure: error instanceof RefusedError ? 'refused' : 'ended' })
          throw error
        }
        const busyDelay = error instanceof UnavailableError ? BUSY_DELAY_MS * (0.75 + Math.random() / 2) : undefined
        const delay = navigator.onLine ? (RETRY_DELAYS_MS[failures] ?? busyDelay) : undefined
        if (delay === undefined) {
          change({ failure: navigator.onLine ? 'stalled' : 'offline' })
          await nextRetry()
          failures = -1
        } else await new Promise((resolve) => setTimeout(resolve, delay))
      }
    }
  }

  return { download, persist, change, retry, close: () => closing.abort(), state }
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
