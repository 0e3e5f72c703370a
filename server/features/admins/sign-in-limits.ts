import { digest } from '#server/platform/digest.ts'
import { networkOf, siteNetworkOf } from '#server/platform/http/ip-networks.ts'
import { tooManyRequests } from '#server/platform/problems.ts'
import { countWithReserve } from '#server/platform/rate-limits/count-with-reserve.ts'
import type { ExceededLimit, RateLimit, RateLimits } from '#server/platform/rate-limits/rate-limits.store.ts'
import type { Origin } from './origin.ts'

const DAY = 24 * 3600
/** Failed tries that a browser or a network has, each for itself. */
const FAILURES = [
  { max: 10, seconds: 60 },
  { max: 100, seconds: DAY },
]
/** Failed tries that all who never signed in to an account have together */
const BY_STRANGERS = { max: 100, seconds: DAY }
/** and that each of their networks has all the same, when others have used those up. */
const RESERVED = { max: 3, seconds: DAY }

/**
 * Counts tries to sign in, each before it is made. Browsers and networks that the account was signed in from have limits of
 * their own, which nobody else can use up.
 */
export function createSignInLimits(rateLimits: RateLimits) {
  return {
    /**
     * @param known from where the account was signed in to before, if so
     * @throws ProblemError 429
     */
    count: async ({ email, address }: { email: string; address: string }, known: Origin | undefined): Promise<{ id: string }> => {
      const account = `sign-in as ${digest(email.toLowerCase())}`
      const counted = known ? await rateLimits.count(failures(`${account} by ${known}`)) : await countStranger(account, address)
      if (counted.exceeded) throw tooManyTries(counted.exceeded)
      return { id: counted.id }
    },
  }

  function countStranger(account: string, address: string) {
    const fromHere = `${account} from ${siteNetworkOf(address)}`
    return countWithReserve(rateLimits, {
      own: [...failures(`sign-in from ${networkOf(address)}`), ...failures(fromHere)],
      shared: { key: `${account} by strangers`, ...BY_STRANGERS },
      reserved: [{ key: fromHere, ...RESERVED }],
    })
  }
}

function failures(key: string): RateLimit[] {
  return FAILURES.map((limit) => ({ key, ...limit }))
}

function tooManyTries({ waitSeconds }: ExceededLimit) {
  return tooManyRequests('Too many tries to sign in', waitSeconds, {
    detail:
      waitSeconds <= 60
        ? 'Wait a minute, then try again.'
        : 'Sign in where you signed in before: in the same browser, or over the same network. Or wait, then try again.',
  })
}
