/** Why a part can't be fetched: no connection, repeated failures, a final refusal by the server, or access that has ended. */
export type FetchFailure = 'offline' | 'stalled' | 'refused' | 'ended'

/** Bytes received so far, the file's length once known, whether it comes in one piece, and why nothing arrives. */
export type FetchState = { received: number; total?: number | undefined; whole?: boolean; failure?: FetchFailure | undefined }

/** Retrying does not help: the file is gone, forbidden or has changed. */
export class RefusedError extends Error {
  readonly status: number
  constructor(status: number) {
    super(`Refused with ${status}`)
    this.status = status
  }
}

/** The file's length according to `Content-Range`. */
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
