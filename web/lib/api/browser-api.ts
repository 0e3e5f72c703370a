import { createApi } from './api.ts'

/** `<meta name="api">` holds the API's URL when it is on another host than the pages. */
const base = import.meta.env.SSR ? '/api' : (document.querySelector<HTMLMetaElement>('meta[name="api"]')?.content ?? '/api')

/** How long a request may take until its answer begins: longer than a payment takes to start. */
export const ANSWER_MS = 45_000

/** The API for browsers; the signal aborts its requests. */
export function openBrowserApi(signal: AbortSignal | null = null) {
  return createApi({ base, fetch: (url, init) => fetchInTime(url, { credentials: 'include', signal, ...init }) })
}

/** Some connections that bring nothing don't fail either. Files take as long as they take. */
async function fetchInTime(url: string, init: RequestInit): Promise<Response> {
  if (init.body instanceof FormData) return fetch(url, init)
  const { signal } = init
  const controller = new AbortController()
  const abort = () => controller.abort(signal?.reason)
  if (signal?.aborted) abort()
  signal?.addEventListener('abort', abort)
  const timer = setTimeout(() => controller.abort(new DOMException('No answer in time', 'TimeoutError')), ANSWER_MS)
  try {
    return await fetch(url, { ...init, signal: controller.signal })
  } finally {
    clearTimeout(timer)
  }
}

export const browserApi = openBrowserApi()
