import type { FastifyRequest } from 'fastify'

/** Makes the absolute URLs that a feed names. */
export type SiteUrls = ReturnType<typeof createSiteUrls>

/**
 * @param origin of the site, as this request sees it
 * @param publicApiUrl of an API on another host, which has the files too
 */
export function createSiteUrls(origin: string, publicApiUrl: string | undefined) {
  const base = publicApiUrl ?? `${origin}/api`
  return {
    origin,
    page: (path: string) => `${origin}${path}`,
    api: (path: string) => `${base}${path}`,
    /** Of a stored file. It changes with the file’s content, and leads there without a redirect */
    media: (key: string) => (key.startsWith('http') ? key : `${base}/media/${key}`),
  }
}

/** The address of the document that is asked for, with these parameters only: other ones make no copies of it. */
export function documentUrl(origin: string, request: FastifyRequest, parameters: Record<string, string | undefined> = {}): URL {
  const url = new URL(origin)
  url.pathname = request.url.split('?', 1)[0] ?? '/'
  for (const [name, value] of Object.entries(parameters)) if (value) url.searchParams.set(name, value)
  return url
}
