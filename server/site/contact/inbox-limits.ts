import { siteNetworkOf } from '#server/platform/http/ip-networks.ts'
import { type ProblemError, tooManyRequests, unavailable } from '#server/platform/problems.ts'
import type { RateLimit, RateLimits } from '#server/platform/rate-limits/rate-limits.store.ts'
import type { ContactStore } from './contact.store.ts'

const MINUTE_SECONDS = 60
const DAY_SECONDS = 24 * 3600
type Limit = Pick<RateLimit, 'max' | 'seconds'>
/** Limits of messages from one browser that this site knows by its client id. */
const BY_BROWSER: Limit[] = [
  { max: 5, seconds: MINUTE_SECONDS },
  { max: 50, seconds: DAY_SECONDS },
]
/**
 * Limits of messages from one network, which a school or the phones of a town may share. Known browsers and requests without a client id
 * are counted separately, so that a sender who discards cookies uses up only the latter.
 */
const BY_NETWORK: Limit[] = [
  { max: 30, seconds: MINUTE_SECONDS },
  { max: 300, seconds: DAY_SECONDS },
]
/** Daily limit for contact messages from all visitors, because people read the inbox and each message causes an email. */
const IN_A_DAY = 500
/** Limit for the number of stored contact messages, which need about 200 MB including search indexes. */
const IN_ALL = 10_000
/** Further messages of a network or a browser when these limits are reached, so that others can't close the form for everybody. */
const RESERVED = { ofBrowser: 2, ofKnownBrowsers: 30, ofNetwork: 5 }

const ELSEWHERE = 'Your message was not sent. Send an email or call instead.'

/** Sender of a message: the IP address, and the digest of the client id of a known browser. */
export type Sender = { ip: string; browser: string | undefined }
export type InboxLimits = ReturnType<typeof createInboxLimits>

/** Creates the limits for contact messages from visitors: by browser, then by network, then in all. */
export function createInboxLimits(deps: {
  store: Pick<ContactStore, 'countSince'>
  rateLimits: Pick<RateLimits, 'count'>
  now: () => Date
  inADay?: number
  inAll?: number
}) {
  const { store, rateLimits, now, inADay = IN_A_DAY, inAll = IN_ALL } = deps
  const recent = () => store.countSince(new Date(now().getTime() - DAY_SECONDS * 1000))

  /** @throws the problem that `refuse` returns, unless the sender has reserved messages left */
  async function takeReserved(sender: Sender, refuse: () => ProblemError) {
    const { exceeded } = await rateLimits.count(reservedFor(sender))
    if (exceeded) throw refuse()
  }

  /** Returns the seconds until the oldest message of the last day is older than a day. */
  const secondsUntilRoom = (first: Date | null | undefined) =>
    first ? Math.ceil((first.getTime() - now().getTime()) / 1000) + DAY_SECONDS : DAY_SECONDS

  return {
    /** Counts one more message of a sender. @throws ProblemError 429 when too many were sent, 503 when the inbox is full */
    admit: async (sender: Sender): Promise<void> => {
      const { exceeded } = await rateLimits.count(limitsOf(sender))
      if (exceeded) throw tooManyFromHere(exceeded.waitSeconds)
      const { all, recent: today, first } = await recent()
      const isFull = () => unavailable('The inbox is full', { retryAfterSeconds: 3600, detail: ELSEWHERE })
      if (all >= 2 * inAll) throw isFull()
      if (all >= inAll) await takeReserved(sender, isFull)
      else if (today >= inADay) await takeReserved(sender, () => tooManyToday(secondsUntilRoom(first)))
    },

    /** Returns the numbers of stored messages and of messages in the last 24 hours, with their limits. */
    fill: async () => {
      const { all, recent: today } = await recent()
      return { messages: { count: all, max: inAll }, messagesToday: { count: today, max: inADay } }
    },
  }
}

function limitsOf({ ip, browser }: Sender): RateLimit[] {
  const network = siteNetworkOf(ip)
  const ofNetwork = BY_NETWORK.map((limit) => ({ key: `${browser ? 'message of a browser from' : 'message from'} ${network}`, ...limit }))
  return [...(browser ? BY_BROWSER.map((limit) => ({ key: `message of ${browser}`, ...limit })) : []), ...ofNetwork]
}

function reservedFor({ ip, browser }: Sender): RateLimit[] {
  const network = siteNetworkOf(ip)
  const seconds = DAY_SECONDS
  if (!browser) return [{ key: `reserved message from ${network}`, max: RESERVED.ofNetwork, seconds }]
  return [
    { key: `reserved message of ${browser}`, max: RESERVED.ofBrowser, seconds },
    { key: `reserved message of a browser from ${network}`, max: RESERVED.ofKnownBrowsers, seconds },
  ]
}

function tooManyFromHere(waitSeconds: number) {
  const detail = waitSeconds > 60 ? ELSEWHERE : 'Wait a minute, then send it again.'
  return tooManyRequests('Too many messages were sent from this network', waitSeconds, { detail })
}

function tooManyToday(waitSeconds: number) {
  return tooManyRequests('Too many messages were sent today', Math.max(1, waitSeconds), { detail: ELSEWHERE })
}
