import { createHash } from 'node:crypto'
import { isSameSecret, keyedDigest } from '#server/platform/digest.ts'

/** Lifetime of a signed URL in seconds; viewers then request a new URL. */
export const SIGNED_URL_SECONDS = 3600

/** Value in an administrator's grants that takes the place of an entitlement. */
export const ADMINISTRATOR = 'administrator'

export type FeedGrant = { feedId: string; itemId: string }
export type SignedUrls = ReturnType<typeof createSignedUrls>

/**
 * Signs and verifies the parameter `grant` of a file's URL. The signature covers the id of the signing key, the file, the entitlement, the
 * use and the expiry, but not the IP address, which changes on phones while reading. The parameter `feed` of podcast apps has no expiry,
 * since apps store URLs for weeks; it is valid as long as the personal feed exists.
 * @param keys the current signing key and, during a key rotation, the previous key
 */
export function createSignedUrls(keys: string[], now: () => number = Date.now) {
  const known = new Map(keys.map((key) => [keyId(key), key]))
  const current = keys[0]
  if (!current) throw new Error('Signed URLs need a signing key')

  const sign = ({ key, entitlementId, expiresAt }: { key: string; entitlementId: string; expiresAt?: Date }): string => {
    const expires = expiresAt ? Math.floor(expiresAt.getTime() / 1000) : Math.floor(now() / 1000) + SIGNED_URL_SECONDS
    const id = keyId(current)
    return [id, entitlementId, expires, signature(current, id, key, entitlementId, expires)].join('.')
  }

  return {
    /** Signs a grant that is valid for an hour, or until `expiresAt`. */
    sign,
    /** Signs a grant for any file for an administrator. */
    signForAdmin: (key: string): string => sign({ key, entitlementId: ADMINISTRATOR }),

    /** Returns the entitlement, or undefined if the grant is forged, expired or for another file. */
    verify: (grant: string, key: string): { entitlementId: string } | undefined => {
      const [id = '', entitlementId = '', expires = '', given = '', ...rest] = grant.split('.')
      const signingKey = known.get(id)
      if (!signingKey || rest.length > 0 || !/^[1-9]\d{0,11}$/.test(expires) || Number(expires) * 1000 <= now()) return undefined
      return isSameSecret(given, signature(signingKey, id, key, entitlementId, Number(expires))) ? { entitlementId } : undefined
    },

    /** Signs the URL of a recording in a personal feed. */
    signForFeed: ({ key, feedId, itemId }: FeedGrant & { key: string }): string => {
      const id = keyId(current)
      return [id, feedId, itemId, feedSignature(current, id, key, feedId, itemId)].join('.')
    },

    /** Signs the link that gives any browser access to an order. Without `seconds`, as in emails, the link doesn't expire. */
    signForOrder: (orderId: string, seconds?: number): string => {
      const id = keyId(current)
      const expires = seconds === undefined ? 0 : Math.floor(now() / 1000) + seconds
      return [id, expires, orderSignature(current, id, orderId, expires)].join('.')
    },

    /** Returns whether a link is for the order and is neither forged nor expired. */
    verifyForOrder: (grant: string, orderId: string): boolean => {
      const [id = '', expires = '', given = '', ...rest] = grant.split('.')
      const signingKey = known.get(id)
      if (!signingKey || rest.length > 0 || !/^(0|[1-9]\d{0,11})$/.test(expires)) return false
      if (expires !== '0' && Number(expires) * 1000 <= now()) return false
      return isSameSecret(given, orderSignature(signingKey, id, orderId, Number(expires)))
    },

    /** Returns the feed and the item, or undefined if the grant is forged or for another file. */
    verifyForFeed: (grant: string, key: string): FeedGrant | undefined => {
      const [id = '', feedId = '', itemId = '', given = '', ...rest] = grant.split('.')
      const signingKey = known.get(id)
      if (!signingKey || rest.length > 0) return undefined
      return isSameSecret(given, feedSignature(signingKey, id, key, feedId, itemId)) ? { feedId, itemId } : undefined
    },
  }
}

/**
 * Returns the signature of a grant. Signatures of different uses never match, since the signed lists differ in length or in the type of the
 * last element.
 */
function signature(signingKey: string, id: string, key: string, entitlementId: string, expires: number) {
  return keyedDigest(signingKey, JSON.stringify([id, key, entitlementId, 'inline', expires])).toString('base64url')
}

function feedSignature(signingKey: string, id: string, key: string, feedId: string, itemId: string) {
  return keyedDigest(signingKey, JSON.stringify([id, key, feedId, 'feed', itemId])).toString('base64url')
}

function orderSignature(signingKey: string, id: string, orderId: string, expires: number) {
  return keyedDigest(signingKey, JSON.stringify([id, 'order', orderId, expires])).toString('base64url')
}

function keyId(key: string) {
  return createHash('sha256').update(`id of ${key}`).digest('hex').slice(0, 8)
}
