import { tooManyRequests, unavailable } from '#server/platform/problems.ts'
import { limitsByNetwork } from '#server/platform/rate-limits/limits-by-network.ts'
import type { RateLimits } from '#server/platform/rate-limits/rate-limits.store.ts'
import type { ContactStore } from './contact.store.ts'

const DAY_SECONDS = 24 * 3600
/** Rate limits for contact messages from one network. */
const BY_NETWORK = [
  { max: 5, seconds: 60 },
  { max: 50, seconds: DAY_SECONDS },
]
/** Daily limit for contact messages from all visitors, because people read the inbox and each message causes an email. */
const IN_A_DAY = 500
/** Limit for the number of stored contact messages, which need about 200 MB including search indexes. */
const IN_ALL = 10_000

const ELSEWHERE = 'Your message was not sent. Send an email or call instead.'

export type InboxLimits = ReturnType<typeof createInboxLimits>

/** Creates the limits for contact messages from visitors. */
export function createInboxLimits(deps: {
  store: Pick<ContactStore, 'countSince'>
  rateLimits: Pick<RateLimits, 'count'>
  now: () => Date
  inADay?: number
  inAll?: number
}) {
  const { store, rateLimits, now, inADay = IN_A_DAY, inAll = IN_ALL } = deps
  const recent = () => store.countSince(new Date(now().getTime() - DAY_SECONDS * 1000))

  return {
    /** Counts one more message from an address. @throws ProblemError 429 when too many were sent, 503 when the inbox is full */
    admit: async (address: string): Promise<void> => {
      const { exceeded } = await rateLimits.count(BY_NETWORK.flatMap((limit) => limitsByNetwork('message from', address, limit)))
      if (exceeded) throw tooManyFromHere(exceeded.waitSeconds)
      const { all, recent: today, first } = await recent()
      if (all >= inAll)
        throw unavailable('The inbox is full', {
          retryAfterSeconds: 3600,
          detail: ELSEWHERE,
        })
      if (today >= inADay) throw tooManyToday(first ? Math.ceil((first.getTime() - now().getTime()) / 1000) + DAY_SECONDS : DAY_SECONDS)
    },

    /** Returns the numbers of stored messages and of messages in the last 24 hours, with their limits. */
    fill: async () => {
      const { all, recent: today } = await recent()
      return { messages: { count: all, max: inAll }, messagesToday: { count: today, max: inADay } }
    },
  }
}

function tooManyFromHere(waitSeconds: number) {
  const detail = waitSeconds > 60 ? ELSEWHERE : 'Wait a minute, then send it again.'
  return tooManyRequests('Too many messages were sent from this network', waitSeconds, { detail })
}

function tooManyToday(waitSeconds: number) {
  return tooManyRequests('Too many messages were sent today', Math.max(1, waitSeconds), { detail: ELSEWHERE })
}
