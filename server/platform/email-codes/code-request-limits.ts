import { digest } from '#server/platform/digest.ts'
import { networkOf, siteNetworkOf } from '#server/platform/http/ip-networks.ts'
import { tooManyRequests } from '#server/platform/problems.ts'
import { countWithReserve } from '#server/platform/rate-limits/count-with-reserve.ts'
import type { ExceededLimit, RateLimits } from '#server/platform/rate-limits/rate-limits.store.ts'

const HOUR = 3600
const DAY = 24 * HOUR
/** Codes that one browser asks for with an e-mail address, and those that a network does. */
const BY_BROWSER = { max: 5, seconds: HOUR }
const BY_NETWORK = { max: 10, seconds: HOUR }
/** Codes that a network asks for with whatever address; a phone company puts a whole town behind one. */
const BY_NETWORK_FOR_ANYBODY = { max: 300, seconds: HOUR }
/** Codes for an e-mail address, from wherever. Each has tries of its own, so that this also bounds how much is guessed. */
const FOR_EMAIL = { max: 40, seconds: DAY }
/** Codes that each network has for it all the same, when others have used those up: strangers must not keep the owner out. */
const RESERVED = { max: 2, seconds: DAY }
/** What a mailbox can bear beyond that. More than 500 networks must ask anew, hour after hour, to use it up. */
const RESERVED_FOR_EMAIL = { max: 1000, seconds: HOUR }

/** Counts who asks for codes of a purpose, apart from those of others. E-mail addresses are in lower case. */
export function createCodeRequestLimiter(tries: RateLimits, purpose: string) {
  /** @throws ProblemError 429, with an error of the field `code` for browsers that have been sent codes enough */
  return async ({ email, clientId }: { email: string; clientId: string }, ip: string): Promise<void> => {
    const mailbox = `${purpose} for ${digest(email)}`
    const browserKey = `${purpose} for ${digest(`${email} ${clientId}`)}`
    const fromHere = `${mailbox} from ${siteNetworkOf(ip)}`
    const { exceeded } = await countWithReserve(tries, {
      own: [
        { key: browserKey, ...BY_BROWSER },
        { key: fromHere, ...BY_NETWORK },
        { key: `${purpose} for anybody from ${networkOf(ip)}`, ...BY_NETWORK_FOR_ANYBODY },
      ],
      shared: { key: mailbox, ...FOR_EMAIL },
      reserved: [
        { key: fromHere, ...RESERVED },
        { key: `${mailbox} reserved`, ...RESERVED_FOR_EMAIL },
      ],
    })
    if (exceeded) throw exceeded.key === browserKey ? enoughCodes(exceeded) : tooManyCodes(exceeded)
  }
}

function enoughCodes({ waitSeconds }: ExceededLimit) {
  return tooManyRequests('Several codes were asked for in this browser', waitSeconds, {
    detail: 'The last two that came are good until the time in their mails.',
    errors: [{ field: 'code', message: 'Enter a code that came.' }],
  })
}

/** Whoever reads it may have asked for the first time: others share the network, or use the address. */
function tooManyCodes({ waitSeconds }: ExceededLimit) {
  return tooManyRequests('No more codes can be sent for the moment', waitSeconds, {
    detail: 'Many were asked for with this address or over this network, perhaps by others.',
  })
}
