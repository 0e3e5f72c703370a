import { createApi } from './api.ts'

/** The `<meta name="api">` element contains the API's URL if the API and the pages have different hosts. */
const base = import.meta.env.SSR ? '/api' : (document.querySelector<HTMLMetaElement>('meta[name="api"]')?.content ?? '/api')

/** Time limit for the start of a response, longer than starting a payment takes. */
export const ANSWER_MS = 45_000

/** Creates the API client of a browser. The abort signal cancels its requests. */
export function openBrowserApi(signal: AbortSignal | null = null) {
  return createApi({ base, fetch: (url, init) => fetchInTime(url, { credentials: 'include', signal, ...init }) })
}

/** Fetches with a time limit, since some connections neither receive data nor fail. File uploads have no time limit. */
async function fetchInTime(url: string, init: RequestInit): Promise<Response> {
  if (init.body instanceof FormData) return fetch(url, init)
  const { signal } = init
  const controller = new AbortController()
  const abort = () => controller.abort(signal?.reason)
  if (signal?.aborted) abort()
  signal?.addEventListener('abort', abort)
  const timer = setTimeout(() => controller.abort(new DOMException('No response in time', 'TimeoutError')), ANSWER_MS)
  try {
    return await fetch(url, { ...init, signal: controller.signal })
  } finally {
    clearTimeout(timer)
  }
}

export const browserApi = openBrowserApi()
