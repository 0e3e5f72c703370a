import { createApi } from './api.ts'

/** The API from a browser. The document names its address in `<meta name="api">` when pages and API live on different hosts. */
const base = import.meta.env.SSR ? '/api' : (document.querySelector<HTMLMetaElement>('meta[name="api"]')?.content ?? '/api')

/** The API for as long as the signal lets it be asked. */
export function openBrowserApi(signal: AbortSignal | null = null) {
  return createApi({ base, fetch: (address, init) => fetch(address, { credentials: 'include', signal, ...init }) })
}

export const browserApi = openBrowserApi()
