import { createApi } from './api.ts'

/** The API from a browser. The document names its address in `<meta name="api">` when pages and API live on different hosts. */
export const browserApi = createApi({
  base: typeof document === 'undefined' ? '/api' : (document.querySelector<HTMLMetaElement>('meta[name="api"]')?.content ?? '/api'),
  fetch: (address, init) => fetch(address, { credentials: 'include', ...init }),
})
