import { createHash, createHmac, timingSafeEqual } from 'node:crypto'

/** How long a signed address opens its file; the viewer asks for a new one when it has run out. */
export const SIGNED_URL_SECONDS = 3600

export type SignedUrls = ReturnType<typeof createSignedUrls>

/**
 * Signs and checks the `grant` part of a file's address. The signature covers the key's id, the file, the entitlement,
 * how it may be used and when it ends. It is not bound to a network address: phones change theirs while reading.
 * @param keys the current signing key and, during a change of keys, the one before
 */
export function createSignedUrls(keys: string[], now: () => number = Date.now) {
  const known = new Map(keys.map((key) => [keyId(key), key]))
  const current = keys[0]
  if (!current) throw new Error('Grants need a signing key')

  return {
    sign: ({ key, entitlementId }: { key: string; entitlementId: string }): string => {
      const expires = Math.floor(now() / 1000) + SIGNED_URL_SECONDS
      const id = keyId(current)
      return [id, entitlementId, expires, signature(current, id, key, entitlementId, expires)].join('.')
    },

    /** The entitlement that the grant speaks for, or undefined when it is not for this file, has run out or is not ours. */
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
