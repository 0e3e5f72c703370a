import { digest } from '#server/platform/digest.ts'
import { siteNetworkOf } from '#server/platform/http/ip-networks.ts'
import { tooManyRequests } from '#server/platform/problems.ts'
import { countWithReserve } from '#server/platform/rate-limits/count-with-reserve.ts'
import type { ExceededLimit, RateLimit, RateLimits } from '#server/platform/rate-limits/rate-limits.store.ts'
import { isDevice, type SignInSource } from './sign-in-source.ts'

const DAY = 24 * 3600
/** Limits of failed sign-ins to one account from one browser or network. */
const FAILURES = [
  { max: 10, seconds: 60 },
  { max: 100, seconds: DAY },
]
/**
 * Limits of failed sign-ins from one network to all accounts together. A school or a town may share a network, and guesses are limited for
 * each account.
 */
const FAILURES_FOR_ANYBODY = [
  { max: 100, seconds: 60 },
  { max: 2000, seconds: DAY },
]
/** Limit of failed sign-ins to an account from all unknown browsers and networks together */
const BY_UNKNOWN = { max: 100, seconds: DAY }
/** Limit of failed sign-ins that each network still has after the shared limit is used up */
const RESERVED = { max: 3, seconds: DAY }

/**
 * Counts sign-in attempts before the password is checked. Browsers from which the account has signed in before have separate limits, which
 * nobody else can use up. Known networks of the account are exempt from the limit that unknown networks share, but have the limits of any
 * network, since other users of the network must not learn which addresses have an account.
 */
export function createSignInLimits(rateLimits: RateLimits) {
  return {
    /**
     * Counts a sign-in attempt.
     * @param known source from which the account has signed in before, if any
     * @throws ProblemError 429
     */
    count: async ({ email, ip }: { email: string; ip: string }, known: SignInSource | undefined): Promise<{ id: string }> => {
      const account = `sign-in as ${digest(email.toLowerCase())}`
      const counted = await (isDevice(known) ? rateLimits.count(failures(`${account} by ${known}`)) : countByNetwork(account, ip, known))
      if (counted.exceeded) throw tooManyAttempts(counted.exceeded)
      return { id: counted.id }
    },
  }

  function countByNetwork(account: string, ip: string, known: SignInSource | undefined) {
    const fromHere = `${account} from ${siteNetworkOf(ip)}`
    const anybody = FAILURES_FOR_ANYBODY.map((limit) => ({ key: `sign-in from ${siteNetworkOf(ip)}`, ...limit }))
    const own = [...failures(fromHere), ...anybody]
    if (known) return rateLimits.count(own)
    return countWithReserve(rateLimits, {
      own,
      shared: { key: `${account} by strangers`, ...BY_UNKNOWN },
      reserved: [{ key: fromHere, ...RESERVED }],
    })
  }
}

function failures(key: string): RateLimit[] {
  return FAILURES.map((limit) => ({ key, ...limit }))
}

function tooManyAttempts({ waitSeconds }: ExceededLimit) {
  return tooManyRequests('Too many sign-in attempts', waitSeconds, {
    detail:
      waitSeconds <= 60
        ? 'Wait a minute, then try again.'
        : 'Use a browser or a network with which you have signed in before, or try again later.',
  })
}
