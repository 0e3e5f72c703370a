/** What can be in the way of a part: the line is down, it failed again and again, the server refuses it for good, or the reader may no longer read. */
export type FetchFailure = 'offline' | 'stalled' | 'refused' | 'ended'

/** Bytes that came so far, the file's length once it is known, whether it comes in one piece, and what is in the way. */
export type FetchState = { received: number; total?: number | undefined; whole?: boolean; failure?: FetchFailure | undefined }

/** Asking again will not help: the file is gone, forbidden or has changed. */
export class RefusedError extends Error {
  readonly status: number
  constructor(status: number) {
    super(`Refused with ${status}`)
    this.status = status
  }
}

/** The file's length by `Content-Range`, where it is told. */
export function readTotal(response: Response): number | undefined {
  const total = /\/(\d+)$/.exec(response.headers.get('content-range') ?? '')?.[1]
  return total === undefined ? undefined : Number(total)
}

export async function readBody(response: Response, onBytes: (bytes: Uint8Array) => void): Promise<void> {
  const reader = response.body?.getReader()
  if (!reader) return
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) onBytes(next.value)
  } catch (error) {
    void reader.cancel().catch(() => {})
    throw error
  }
}
