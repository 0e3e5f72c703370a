import { createApi } from './api.ts'

/** `<meta name="api">` holds the API's URL when it is on another host than the pages. */
const base = import.meta.env.SSR ? '/api' : (document.querySelector<HTMLMetaElement>('meta[name="api"]')?.content ?? '/api')

/** The API for browsers; the signal aborts its requests. */
export function openBrowserApi(signal: AbortSignal | null = null) {
  return createApi({ base, fetch: (url, init) => fetch(url, { credentials: 'include', signal, ...init }) })
}

export const browserApi = openBrowserApi()
