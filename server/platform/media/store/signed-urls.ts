import { createHash, createHmac, timingSafeEqual } from 'node:crypto'

/** Lifetime of a signed URL; the viewer requests a new one after that. */
export const SIGNED_URL_SECONDS = 3600

export type SignedUrls = ReturnType<typeof createSignedUrls>

/**
 * Signs and verifies the parameter `grant` of a file's URL. The signature covers the key's id, the file, the entitlement, the use and the
 * expiry, but not the IP address, which phones change while reading.
 * @param keys the current signing key and, during a change of keys, the one before
 */
export function createSignedUrls(keys: string[], now: () => number = Date.now) {
  const known = new Map(keys.map((key) => [keyId(key), key]))
  const current = keys[0]
  if (!current) throw new Error('Signed URLs need a signing key')

  return {
    sign: ({ key, entitlementId }: { key: string; entitlementId: string }): string => {
      const expires = Math.floor(now() / 1000) + SIGNED_URL_SECONDS
      const id = keyId(current)
      return [id, entitlementId, expires, signature(current, id, key, entitlementId, expires)].join('.')
    },

    /** Returns the entitlement, or undefined when the grant is forged, expired or for another file. */
    verify: (grant: string, key: string): { entitlementId: string } | undefined => {
      const [id = '', entitlementId = '', expires = '', given = '', ...rest] = grant.split('.')
      const signingKey = known.get(id)
      if (!signingKey || rest.length > 0 || !/^[1-9]\d{0,11}$/.test(expires) || Number(expires) * 1000 <= now()) return undefined
      const wanted = Buffer.from(signature(signingKey, id, key, entitlementId, Number(expires)))
      const actual = Buffer.from(given)
      return actual.length === wanted.length && timingSafeEqual(actual, wanted) ? { entitlementId } : undefined
    },
  }
}

function signature(signingKey: string, id: string, key: string, entitlementId: string, expires: number) {
  return createHmac('sha256', signingKey)
    .update(JSON.stringify([id, key, entitlementId, 'inline', expires]))
    .digest('base64url')
}

function keyId(key: string) {
  return createHash('sha256').update(`id of ${key}`).digest('hex').slice(0, 8)
}
