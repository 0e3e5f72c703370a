import { digest } from '#server/platform/digest.ts'
import { networkOf, siteNetworkOf } from '#server/platform/http/ip-networks.ts'
import { tooManyRequests } from '#server/platform/problems.ts'
import { countWithReserve } from '#server/platform/rate-limits/count-with-reserve.ts'
import type { ExceededLimit, RateLimits } from '#server/platform/rate-limits/rate-limits.store.ts'

const HOUR = 3600
const DAY = 24 * HOUR
/** Limits of code requests per email address: for one browser and for one network. */
const BY_BROWSER = { max: 5, seconds: HOUR }
const BY_NETWORK = { max: 10, seconds: HOUR }
/** Limit of code requests per network, for all email addresses together. A mobile operator may put a whole town behind one network. */
const BY_NETWORK_FOR_ANYBODY = { max: 300, seconds: HOUR }
/**
 * Limit of code requests per email address, for all networks together. Since each code allows several attempts, this limit also restricts
 * guessing.
 */
const FOR_EMAIL = { max: 40, seconds: DAY }
/** Limit per network of further requests for an address after `FOR_EMAIL` is used up: others must not lock out the owner of the address. */
const RESERVED = { max: 2, seconds: DAY }
/** Limit of requests under `RESERVED` per address, for all networks together. Only more than 500 networks could exhaust it every hour. */
const RESERVED_FOR_EMAIL = { max: 1000, seconds: HOUR }

/** Creates a function that limits requests for codes of one purpose. Email addresses must be in lower case. */
export function createCodeRequestLimiter(rateLimits: RateLimits, purpose: string) {
  /** @throws ProblemError 429, with an error on the field `code` for browsers that have requested several codes */
  return async ({ email, clientId }: { email: string; clientId: string }, ip: string): Promise<void> => {
    const mailboxKey = `${purpose} for ${digest(email)}`
    const browserKey = `${purpose} for ${digest(`${email} ${clientId}`)}`
    const networkKey = `${mailboxKey} from ${siteNetworkOf(ip)}`
    const { exceeded } = await countWithReserve(rateLimits, {
      own: [
        { key: browserKey, ...BY_BROWSER },
        { key: networkKey, ...BY_NETWORK },
        { key: `${purpose} for anybody from ${networkOf(ip)}`, ...BY_NETWORK_FOR_ANYBODY },
      ],
      shared: { key: mailboxKey, ...FOR_EMAIL },
      reserved: [
        { key: networkKey, ...RESERVED },
        { key: `${mailboxKey} reserved`, ...RESERVED_FOR_EMAIL },
      ],
    })
    if (exceeded) throw exceeded.key === browserKey ? enoughCodes(exceeded) : tooManyCodes(exceeded)
  }
}

function enoughCodes({ waitSeconds }: ExceededLimit) {
  return tooManyRequests('Several codes were requested in this browser', waitSeconds, {
    detail: 'The last two codes that you received are valid until the time stated in their emails.',
    errors: [{ field: 'code', message: 'Enter a code that you received.' }],
  })
}

/** Returns the refusal for a limit that others share: even a first request may be refused, since others use the network or address. */
function tooManyCodes({ waitSeconds }: ExceededLimit) {
  return tooManyRequests('No more codes can be sent right now', waitSeconds, {
    detail: 'Too many codes were requested for this address or from this network, perhaps by other people.',
  })
}
