import { setTimeout as delay } from 'node:timers/promises'
import { type Reading, titleOf } from '#lab/faults/light-readers.ts'

const TIMEOUT_MS = 40_000
const RETRY_MS = 500
const GIVE_UP_MS = 60_000
const WITHOUT_BODY = [204, 205, 304]

export type Recorder = ReturnType<typeof createRecorder>

/** Sends requests and records the outcome of each; status 0 means no response. */
export function createRecorder() {
  const calls: Reading[] = []

  /** Resolves with the response once its body has arrived. */
  async function send(kind: string, url: string, init: RequestInit = {}): Promise<Response> {
    const at = Date.now()
    const began = performance.now()
    const note = (status: number, title?: string) => calls.push({ kind, at, milliseconds: performance.now() - began, status, title })
    try {
      const response = await fetch(url, { ...init, signal: AbortSignal.timeout(TIMEOUT_MS) })
      const body = await response.arrayBuffer()
      note(response.status, response.status < 500 ? undefined : titleOf(Buffer.from(body).toString()))
      return new Response(WITHOUT_BODY.includes(response.status) ? null : body, response)
    } catch (error) {
      note(0)
      throw error
    }
  }

  return {
    calls,
    send,
    /** Retries failed and rate-limited requests, as people do. */
    patient:
      (kind: string) =>
      async (url: string, init?: RequestInit): Promise<Response> => {
        for (const end = Date.now() + GIVE_UP_MS; ; await delay(RETRY_MS)) {
          const response = await send(kind, url, init).catch(() => undefined)
          if (response && response.status < 500 && response.status !== 429) return response
          if (Date.now() > end) throw new Error(`${kind}: ${response?.status ?? 'no response'} for ${GIVE_UP_MS / 1000} s`)
        }
      },
  }
}

export const isFailed = ({ status }: Pick<Reading, 'status'>) => status === 0 || status >= 500
