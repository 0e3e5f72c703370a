import { randomBytes } from 'node:crypto'
import type { FastifyRequest } from 'fastify'
import { PREVIEW_DAYS } from '#contracts/admin/retention.ts'
import { ProductKind, type ProductRef } from '#contracts/shop/product.ts'
import { type PreviewKind, SECTIONS, type SiteContent } from '#contracts/site/site-content.ts'
import { isSameSecret, keyedDigest } from '#server/platform/digest.ts'
import type { Platform } from '#server/platform/platform.ts'
import { PREVIEW_COOKIE } from '#server/platform/response-cache/response-cache.ts'
import type { ItemPreview } from '#server/product-directory.ts'
import type { LiveContent } from './live-content.ts'
import type { SiteContentStore } from './site-content.store.ts'

const DAY_MS = 24 * 3600 * 1000
/** Lifetime of a preview link, and of the preview cookie. */
const LIFETIME_MS: Record<PreviewKind, number> = { site: DAY_MS, item: PREVIEW_DAYS * DAY_MS }

/** Request header with the key of unsaved content. Keys are known to this process alone. */
const UNSAVED_HEADER = 'x-unsaved-content'

/** Verified preview: of an item, or of the drafts of the site. */
type Preview = { expiresAt: Date; item: ProductRef | undefined }
export type Previews = ReturnType<typeof createPreviews>

/**
 * Creates the service that signs preview links, with which anyone can see the drafts of the site or the page of one unpublished item. Links
 * are not stored: they are valid until they expire, and display the current drafts.
 * @param signingKeys the current signing key and, during a key rotation, the previous key
 */
export function createPreviews(
  deps: {
    store: Pick<SiteContentStore, 'listDrafts'>
    live: Pick<LiveContent, 'current'>
  } & Pick<Platform, 'signingKeys' | 'now'>,
) {
  const { store, live, signingKeys, now } = deps
  const [currentKey = ''] = signingKeys

  /** Returns the preview of a token; undefined if the token is forged or expired. */
  function verify(token: string | undefined): Preview | undefined {
    const [expires = '', given = '', kind, ...id] = token?.split('.') ?? []
    if (!/^[1-9]\d{0,14}$/.test(expires) || Number(expires) <= now().getTime()) return undefined
    const product = ProductKind.safeParse(kind).data
    if (kind !== undefined && !product) return undefined
    const item = product && { product, productId: id.join('.') }
    const isGenuine = signingKeys.some((key) => isSameSecret(given, signature(key, expires, item)))
    return isGenuine ? { expiresAt: new Date(Number(expires)), item } : undefined
  }

  /** Unsaved content of pages that are being rendered for a form, by the key in the header of their requests */
  const unsaved = new Map<string, SiteContent>()

  const opened = (request: FastifyRequest) => verify(request.cookies[PREVIEW_COOKIE])

  /** Returns the content with the drafts; undefined when everything is published. */
  async function contentWithDrafts(): Promise<SiteContent | undefined> {
    const rows = await store.listDrafts()
    if (rows.length === 0) return undefined
    const drafts = rows.flatMap(({ section, body }) => {
      const parsed = SECTIONS[section]?.safeParse(body)
      return parsed?.success ? [[section, parsed.data] as const] : []
    })
    return { ...live.current(), ...(Object.fromEntries(drafts) as Partial<SiteContent>) }
  }

  return {
    /** Signs the token of a preview link to the drafts of the site, or to an item. */
    sign: (item?: ProductRef): { token: string; expiresAt: Date } => {
      const expires = now().getTime() + LIFETIME_MS[item ? 'item' : 'site']
      const ofItem = item ? `.${item.product}.${item.productId}` : ''
      const token = `${expires}.${signature(currentKey, String(expires), item)}${ofItem}`
      return { token, expiresAt: new Date(expires) }
    },
    verify,

    /**
     * Calls `render` with headers whose requests display unsaved content of a section, beside the drafts of the other sections. The headers
     * are valid during the call, for requests within this process.
     */
    withUnsaved: async <Result>(section: Partial<SiteContent>, render: (headers: Record<string, string>) => Promise<Result>) => {
      const key = randomBytes(16).toString('base64url')
      unsaved.set(key, { ...((await contentWithDrafts()) ?? live.current()), ...section })
      try {
        return await render({ [UNSAVED_HEADER]: key })
      } finally {
        unsaved.delete(key)
      }
    },

    /**
     * Returns the site content for the preview of a form, or for a browser that opened a preview link; undefined for other browsers, and
     * when there are no drafts.
     */
    contentFor: async (request: FastifyRequest): Promise<{ kind: PreviewKind | null; content: SiteContent } | undefined> => {
      const entered = unsaved.get(String(request.headers[UNSAVED_HEADER]))
      if (entered) return { kind: null, content: entered }
      const preview = opened(request)
      if (!preview) return undefined
      if (preview.item) return { kind: 'item', content: live.current() }
      const content = await contentWithDrafts()
      return content && { kind: 'site', content }
    },

    /** Returns the unpublished item whose preview link the browser opened. */
    itemFor: (request: FastifyRequest): ItemPreview | undefined => {
      const preview = opened(request)
      return preview?.item && { ...preview.item, expiresAt: preview.expiresAt }
    },
  }
}

/**
 * Signs the fields of a preview token. The signature of an item's link covers the item, and signatures of items never match those of the
 * site.
 */
function signature(key: string, expires: string, item: ProductRef | undefined): string {
  const signed = item ? ['preview of an item', expires, item.product, item.productId] : ['preview of the site', expires]
  return keyedDigest(key, JSON.stringify(signed)).toString('base64url')
}
