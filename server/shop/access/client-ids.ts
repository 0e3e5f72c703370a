import { randomBytes, timingSafeEqual } from 'node:crypto'
import { digestClient, keyedDigest } from '#server/platform/digest.ts'
import type { RateLimits } from '#server/platform/rate-limits/rate-limits.store.ts'

const RANDOM_BYTES = 12
const MAC_BYTES = 12
/** Rate limit for replacements of a client id, because each replacement gives another id access to the orders. */
const REPLACEMENTS = { max: 10, seconds: 24 * 3600 }

/** Orders to which client ids have access, provided by another feature. */
export type HeldOrders = {
  isKnownClient: (clientId: string) => Promise<boolean>
  /** Gives a client id access to every order of a former client id */
  share: (formerId: string, clientId: string) => Promise<void>
}

export type ClientIdService = ReturnType<typeof createClientIds>

/**
 * Creates the service that issues and recognizes the client ids of browsers. Ids contain a message authentication code; legacy ids without
 * a code are recognized by their orders.
 * @param keys the current signing key and, during a key rotation, the previous key
 */
export function createClientIds(deps: { keys: string[]; heldOrders: HeldOrders; rateLimits: Pick<RateLimits, 'count'> }) {
  const { keys, heldOrders, rateLimits } = deps
  const [current] = keys
  if (!current) throw new Error('Client ids need a signing key')

  /** Issues a random client id. It must be unguessable because it gives access to purchases. */
  function issue(): string {
    const random = randomBytes(RANDOM_BYTES)
    return Buffer.concat([random, authenticate(current as string, random)]).toString('base64url')
  }

  function isAuthentic(clientId: string): boolean {
    const bytes = Buffer.from(clientId, 'base64url')
    // The encodings are compared too, because Base64 decoding ignores excess characters and would accept variants of an issued id.
    if (bytes.length !== RANDOM_BYTES + MAC_BYTES || bytes.toString('base64url') !== clientId) return false
    const [random, mac] = [bytes.subarray(0, RANDOM_BYTES), bytes.subarray(RANDOM_BYTES)]
    return keys.some((key) => timingSafeEqual(mac, authenticate(key, random)))
  }

  return {
    issue,
    /** Returns whether this site issued the id; false for all ids of earlier versions, which have no code. */
    isAuthentic,

    /**
     * Returns the client id from a browser's cookies if this site issued the id, or else a new client id.
     * @param plain id from a cookie that another site may have planted. This id is never reused, but the new id gets access to the same
     * purchases.
     */
    identify: async ({ own, plain }: { own?: string; plain?: string }) => {
      if (own && (isAuthentic(own) || (await heldOrders.isKnownClient(own)))) return { clientId: own, isKnown: true }
      const clientId = issue()
      const isKnown = plain !== undefined && (await heldOrders.isKnownClient(plain)) && (await share(plain, clientId))
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
