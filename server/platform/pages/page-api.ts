import type { App } from '#server/platform/http/server.ts'

/** How the loaders of one page reach the API. */
export type PageApi = {
  base: string
  fetch: (address: string, init?: RequestInit) => Promise<Response>
  /** Whether something the page asked for could not be had: what was rendered then is no state of the catalogue. */
  failed: () => boolean
  /** When to ask again for what can't be had at the moment; undefined when nothing was refused so */
  retryAfter: () => string | undefined
}

/** The API in this process is reached without a network in between; one on another host (`PUBLIC_API_URL`) over it. */
export function createPageApi(app: App, publicApiUrl: string | undefined): PageApi {
  let failed = false
  let retryAfter: string | undefined

  async function inject(url: string, init: RequestInit = {}) {
    const { method = 'GET', body } = init
    const answer = await app.inject({
      method: method as 'GET',
      url,
      headers: Object.fromEntries(new Headers(init.headers)),
      ...(typeof body === 'string' && { payload: body }),
    })
    const headers = Object.entries(answer.headers).flatMap(([name, value]) =>
      value === undefined ? [] : [[name, String(value)] as [string, string]],
    )
    // An answer that can have no body, such as a 204, refuses an empty one too.
    const payload = answer.rawPayload.length > 0 ? new Uint8Array(answer.rawPayload) : null
    return new Response(payload, { status: answer.statusCode, headers })
  }

  return {
    base: publicApiUrl ?? '/api',
    failed: () => failed,
    retryAfter: () => retryAfter,
    fetch: async (address, init) => {
      try {
        const response = await (publicApiUrl ? fetch(address, init) : inject(address, init))
        if (response.status === 503) retryAfter = response.headers.get('retry-after') ?? retryAfter
        failed ||= !response.ok && response.status !== 404
        return response
      } catch (error) {
        failed = true
        throw error
      }
    },
  }
}
