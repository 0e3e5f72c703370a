import type { App } from '#server/platform/http/server.ts'

export type PageApi = ReturnType<typeof createPageApi>

/**
 * Creates the API client of a page. It calls the API in this process without a network, under the request id of the page, or an API on
 * another host (`PUBLIC_API_URL`).
 * @param options.cookie cookie of a preview, which is sent with each request
 */
export function createPageApi(
  app: App,
  { publicApiUrl, requestId, cookie }: { publicApiUrl: string | undefined; requestId: string; cookie?: string | undefined },
) {
  let failed = false
  let changes = false
  let retryAfter: string | undefined

  async function inject(url: string, init: RequestInit = {}) {
    const { method = 'GET', body } = init
    const response = await app.inject({
      method: method as 'GET',
      url,
      headers: { ...Object.fromEntries(new Headers(init.headers)), 'x-request-id': requestId },
      ...(typeof body === 'string' && { payload: body }),
    })
    const headers = Object.entries(response.headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)] as [string, string]],
    )
    // The body of a 204 must be null, since `Response` rejects even an empty body.
    const payload = response.rawPayload.length > 0 ? new Uint8Array(response.rawPayload) : null
    return new Response(payload, { status: response.statusCode, headers })
  }

  return {
    base: publicApiUrl ?? '/api',
    /** Returns whether a request failed, so that the rendered page must not be cached */
    failed: () => failed,
    /** Whether a response has `no-cache`, so may change without a catalogue change: the rendered page must not be cached either */
    changes: () => changes,
    /** Returns the Retry-After header of a request that was refused with 503 */
    retryAfter: () => retryAfter,
    fetch: async (url: string, init?: RequestInit): Promise<Response> => {
      try {
        const asked = cookie ? { ...init, headers: { ...Object.fromEntries(new Headers(init?.headers)), cookie } } : init
        const response = await (publicApiUrl ? fetch(url, asked) : inject(url, asked))
        if (response.status === 503) retryAfter = response.headers.get('retry-after') ?? retryAfter
        changes ||= response.headers.get('cache-control')?.includes('no-cache') ?? false
        failed ||= !response.ok && response.status !== 404
        return response
      } catch (error) {
        failed = true
        throw error
      }
    },
  }
}
