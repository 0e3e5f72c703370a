import type { FastifyRequest } from 'fastify'
import { requestOrigin } from './http/request-origin.ts'

/** URLs of this site and of its API, for responses, feeds and emails, and for gateways and search engines. */
export type SiteUrls = {
  /** Origin of the pages */
  origin: string
  page: (path: string) => string
  api: (path: string) => string
  /** Returns the URL of a stored file. The URL changes with the content of the file, and needs no redirect */
  media: (key: string) => string
  /** Returns the URL of an API path for links on the pages of this site: only a path if the API has the same origin */
  apiFromPages: (path: string) => string
}

type Settings = { publicUrl: string | undefined; publicApiUrl: string | undefined; allowedOrigins: string[]; port: number }

/**
 * Creates the functions that build URLs. Addresses in the settings take precedence. Without them, URLs have the origin under which the
 * visitor's request reached the site.
 */
export function createSiteUrls({ publicUrl, publicApiUrl, allowedOrigins, port }: Settings) {
  const secure = publicUrl?.startsWith('https:') ?? false
  // Pages at `publicUrl` call an API at another origin if `publicUrl` is also one of the allowed origins.
  const isApiElsewhere = publicUrl !== undefined && allowedOrigins.includes(publicUrl)

  function apiUrlFor({ protocol, host }: FastifyRequest, pages: string) {
    if (publicApiUrl || !isApiElsewhere) return publicApiUrl
    const own = requestOrigin({ protocol: secure ? 'https' : protocol, host }, undefined)
    return own === pages ? undefined : `${own}/api`
  }

  return {
    /** URLs for use outside of a request */
    outside: buildUrls(publicUrl ?? `http://localhost:${port}`, publicApiUrl),
    of: (request: FastifyRequest): SiteUrls => {
      const origin = requestOrigin(request, publicUrl)
      return buildUrls(origin, apiUrlFor(request, origin))
    },
    /**
     * Returns the attributes of the API's cookies for a request. Pages of another site get a cookie only with `SameSite=None`, which
     * browsers accept only over TLS.
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

/** Returns the URL of the requested document with only the given parameters, so that other parameters create no duplicates. */
export function documentUrl(origin: string, request: FastifyRequest, parameters: Record<string, string | undefined> = {}): URL {
  const url = new URL(origin)
  url.pathname = request.url.split('?', 1)[0] ?? '/'
  for (const [name, value] of Object.entries(parameters)) if (value) url.searchParams.set(name, value)
  return url
}
