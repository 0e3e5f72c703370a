import { digest } from '#server/platform/digest.ts'
import { networkOf } from '#server/platform/http/network-of.ts'
import { tooManyRequests } from '#server/platform/http/problems.ts'
import { siteNetworkOf } from '#server/platform/http/site-network.ts'
import { countShared } from '#server/platform/tries/count-shared.ts'
import type { Limit, Met, Tries } from '#server/platform/tries/tries.store.ts'
import type { KnownOriginStore, Origin } from './known-origins.store.ts'

const DAY = 24 * 3600
/** Failed tries that a browser or a network has, each for itself. */
const FAILURES = [
  { most: 10, seconds: 60 },
  { most: 100, seconds: DAY },
]
/** Failed tries that all who never signed in to an account have together */
const BY_STRANGERS = { most: 100, seconds: DAY }
/** and that each of their networks has all the same, when others have used those up. */
const RESERVED = { most: 3, seconds: DAY }

/** Who tries to sign in. The device is the token that a browser was given when it last signed in. */
export type SignInTry = { email: string; address: string; device?: string | undefined }
/** What was counted, and whether the account was signed in to from there before. */
export type AdmittedTry = { id: string; isKnown: boolean }

export function deviceOrigin(token: string): Origin {
  return `device ${digest(token)}`
}

export function networkOrigin(address: string): Origin {
  return `network ${networkOf(address)}`
}

/**
 * Counts tries to sign in, each before it is made. Browsers and networks that the account was signed in from have limits of
 * their own, which nobody else can use up.
 * @throws ProblemError 429
 */
export function createSignInLimits({ tries, knownOrigins }: { tries: Tries; knownOrigins: KnownOriginStore }) {
  return async ({ email, address, device }: SignInTry): Promise<AdmittedTry> => {
    const account = `sign-in as ${digest(email.toLowerCase())}`
    const origins = [...(device ? [deviceOrigin(device)] : []), networkOrigin(address)]
    const known = await knownOrigins.findKnown(email, origins)
    // The browser comes first: its network may be full of others.
    const own = origins.find((origin) => known.includes(origin))
    const counted = own ? await tries.count(failures(`${account} by ${own}`)) : await countStranger(account, address)
    if (counted.met) throw tooManyTries(counted.met)
    return { id: counted.id, isKnown: own !== undefined }
  }

  function countStranger(account: string, address: string) {
    const fromHere = `${account} from ${siteNetworkOf(address)}`
    return countShared(tries, {
      own: [...failures(`sign-in from ${networkOf(address)}`), ...failures(fromHere)],
      shared: { key: `${account} by strangers`, ...BY_STRANGERS },
      reserved: [{ key: fromHere, ...RESERVED }],
    })
  }
}

function failures(key: string): Limit[] {
  return FAILURES.map((limit) => ({ key, ...limit }))
}

function tooManyTries({ waitSeconds }: Met) {
  return tooManyRequests('Too many tries to sign in', waitSeconds, {
    detail:
      waitSeconds <= 60
        ? 'Wait a minute, then try again.'
        : 'Sign in where you signed in before: in the same browser, or over the same network. Or wait, then try again.',
  })
}
