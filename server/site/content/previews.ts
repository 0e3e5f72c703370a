import { timingSafeEqual } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { SECTIONS, type SiteContent } from '#contracts/site/site-content.ts'
import { keyedDigest } from '#server/platform/digest.ts'
import { PREVIEW_COOKIE } from '#server/platform/response-cache/response-cache.ts'
import type { LiveContent } from './live-content.ts'
import type { SiteContentStore } from './site-content.store.ts'

/** Lifetime of a preview link, and of the cookie that it sets. */
const LIFETIME_MS = 24 * 3600 * 1000

export type Previews = ReturnType<typeof createPreviews>

/**
 * Signs links with which anybody sees the drafts on the pages of the site. Nothing is stored: a link is valid until it expires, and shows
 * the drafts of the moment.
 * @param signingKeys the current signing key and, during a rotation of keys, the previous one
 */
export function createPreviews({
  store,
  live,
  signingKeys,
  now,
}: {
  store: Pick<SiteContentStore, 'listDrafts'>
  live: Pick<LiveContent, 'current'>
  signingKeys: string[]
  now: () => Date
}) {
  const [currentKey = ''] = signingKeys

  /** Returns when the token expires; undefined if it is forged or has expired. */
  function verify(token: string | undefined): Date | undefined {
    const [expires = '', given = '', ...rest] = token?.split('.') ?? []
    if (rest.length > 0 || !/^[1-9]\d{0,14}$/.test(expires) || Number(expires) <= now().getTime()) return undefined
    const isGenuine = signingKeys.some((key) => isEqual(given, signature(key, expires)))
    return isGenuine ? new Date(Number(expires)) : undefined
  }

  return {
    sign: (): { token: string; expiresAt: Date } => {
      const expires = now().getTime() + LIFETIME_MS
      return { token: `${expires}.${signature(currentKey, String(expires))}`, expiresAt: new Date(expires) }
    },
    verify,

    /** Returns the site with its drafts for a browser that opened a preview link; undefined for everyone else. */
    contentFor: async (request: FastifyRequest): Promise<SiteContent | undefined> => {
      if (!verify(request.cookies[PREVIEW_COOKIE])) return undefined
      const drafts = (await store.listDrafts()).flatMap(({ section, body }) => {
        const parsed = SECTIONS[section]?.safeParse(body)
        return parsed?.success ? [[section, parsed.data] as const] : []
      })
      return { ...live.current(), ...(Object.fromEntries(drafts) as Partial<SiteContent>) }
    },
  }
}

function signature(key: string, expires: string): string {
  return keyedDigest(key, JSON.stringify(['preview of the site', expires])).toString('base64url')
}

function isEqual(given: string, wanted: string): boolean {
  const [actual, expected] = [Buffer.from(given), Buffer.from(wanted)]
  return actual.length === expected.length && timingSafeEqual(actual, expected)
}
