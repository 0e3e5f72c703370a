import type { FastifyRequest } from 'fastify'
import { requestOrigin } from './http/request-origin.ts'

/** Builds the URLs of this site and of its API: in answers, feeds and mail, and for gateways and search engines. */
export type SiteUrls = {
  /** Origin of the pages */
  origin: string
  page: (path: string) => string
  api: (path: string) => string
  /** URL of a stored file. It changes with the file’s content, and leads there without a redirect */
  media: (key: string) => string
  /** URL of the API as the pages of this site follow it: a path while the API has their origin */
  apiFromPages: (path: string) => string
}

type Settings = { publicUrl: string | undefined; publicApiUrl: string | undefined; allowedOrigins: string[]; port: number }

/** Settings name both addresses. Without them, a request tells under which origin its visitor reaches the site. */
export function createSiteUrls({ publicUrl, publicApiUrl, allowedOrigins, port }: Settings) {
  const secure = publicUrl?.startsWith('https:') ?? false
  // Pages that are named among the other origins call an API that is not theirs.
  const isApiElsewhere = publicUrl !== undefined && allowedOrigins.includes(publicUrl)

  function apiUrlFor({ protocol, host }: FastifyRequest, pages: string) {
    if (publicApiUrl || !isApiElsewhere) return publicApiUrl
    const own = requestOrigin({ protocol: secure ? 'https' : protocol, host }, undefined)
    return own === pages ? undefined : `${own}/api`
  }

  return {
    /** Without a request */
    outside: buildUrls(publicUrl ?? `http://localhost:${port}`, publicApiUrl),
    of: (request: FastifyRequest): SiteUrls => {
      const origin = requestOrigin(request, publicUrl)
      return buildUrls(origin, apiUrlFor(request, origin))
    },
    /**
     * The attributes of the API's cookies for this request. The pages of another site get a cookie only with `SameSite=None`, which
     * browsers accept over TLS alone.
     */
    cookie: (request: FastifyRequest) => {
      const isSecure = secure || request.protocol === 'https'
      const pages = requestOrigin(request, publicUrl)
      const apiUrl = apiUrlFor(request, pages)
      const isCrossSite = apiUrl !== undefined && new URL(apiUrl).origin !== pages
      return { httpOnly: true, secure: isSecure, sameSite: isSecure && isCrossSite ? ('none' as const) : ('lax' as const) }
    },
  }
}

function buildUrls(origin: string, apiUrl: string | undefined): SiteUrls {
  const base = apiUrl ?? `${origin}/api`
  return {
    origin,
    page: (path) => `${origin}${path}`,
    api: (path) => `${base}${path}`,
    media: (key) => (key.startsWith('http') ? key : `${base}/media/${key}`),
    apiFromPages: (path) => `${apiUrl ?? '/api'}${path}`,
  }
}

/** The URL of the requested document with these parameters alone, so that others make no copies of it. */
export function documentUrl(origin: string, request: FastifyRequest, parameters: Record<string, string | undefined> = {}): URL {
  const url = new URL(origin)
  url.pathname = request.url.split('?', 1)[0] ?? '/'
  for (const [name, value] of Object.entries(parameters)) if (value) url.searchParams.set(name, value)
  return url
}
