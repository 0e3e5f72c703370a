import { randomBytes, timingSafeEqual } from 'node:crypto'
import { digestClient, keyedDigest } from '#server/platform/digest.ts'
import type { RateLimits } from '#server/platform/rate-limits/rate-limits.store.ts'

const RANDOM_BYTES = 12
const MAC_BYTES = 12
/** Limit of replacements of an id, because each adds a holder to its orders. */
const REPLACEMENTS = { max: 10, seconds: 24 * 3600 }

/** Orders held by client ids, provided by another feature. */
export type HeldOrders = {
  isHolder: (clientId: string) => Promise<boolean>
  /** Makes a client id a holder of every order of a former id */
  share: (formerId: string, clientId: string) => Promise<void>
}

export type ClientIdService = ReturnType<typeof createClientIds>

/**
 * Issues client ids of browsers and recognizes them: by a message authentication code, or by their orders, since earlier ids have
 * no code.
 * @param keys the current signing key and, during a key rotation, the previous one
 */
export function createClientIds(deps: { keys: string[]; heldOrders: HeldOrders; rateLimits: Pick<RateLimits, 'count'> }) {
  const { keys, heldOrders, rateLimits } = deps
  const [current] = keys
  if (!current) throw new Error('Client ids need a signing key')

  /** Issues an unguessable id, because the id gives access to the purchases. */
  function issue(): string {
    const random = randomBytes(RANDOM_BYTES)
    return Buffer.concat([random, authenticate(current as string, random)]).toString('base64url')
  }

  function isAuthentic(clientId: string): boolean {
    const bytes = Buffer.from(clientId, 'base64url')
    // Decoding ignores excess characters, so that texts that were not issued would be accepted beside the id itself.
    if (bytes.length !== RANDOM_BYTES + MAC_BYTES || bytes.toString('base64url') !== clientId) return false
    const [random, mac] = [bytes.subarray(0, RANDOM_BYTES), bytes.subarray(RANDOM_BYTES)]
    return keys.some((key) => timingSafeEqual(mac, authenticate(key, random)))
  }

  return {
    issue,

    /**
     * Returns the id from a browser's cookies if it was issued by this site, or else a new one.
     * @param plain a cookie that another site may have planted. Its id is never reused, but the new id gets access to the same purchases.
     */
    identify: async ({ own, plain }: { own?: string; plain?: string }) => {
      if (own && (isAuthentic(own) || (await heldOrders.isHolder(own)))) return { clientId: own, isKnown: true }
      const clientId = issue()
      const isKnown = plain !== undefined && (await heldOrders.isHolder(plain)) && (await share(plain, clientId))
      return { clientId, isKnown }
    },
  }

  async function share(formerId: string, clientId: string): Promise<boolean> {
    const { exceeded } = await rateLimits.count([{ key: `client id replaced ${digestClient(formerId)}`, ...REPLACEMENTS }])
    if (!exceeded) await heldOrders.share(formerId, clientId)
    return !exceeded
  }
}

function authenticate(key: string, random: Buffer): Buffer {
  return keyedDigest(key, `client id ${random.toString('base64url')}`).subarray(0, MAC_BYTES)
}
