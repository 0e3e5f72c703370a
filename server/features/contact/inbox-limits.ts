import { LRUCache } from 'lru-cache'
import { networkOf, widerNetworkOf } from '#server/platform/http/ip-networks.ts'
import { tooManyRequests, unavailable } from '#server/platform/problems.ts'
import type { ContactStore } from './contact.store.ts'

const DAY_SECONDS = 24 * 3600
/** Messages of one network, and of one customer's IPv6 networks together. */
const BY_NETWORK = { minute: 5, day: 50 }
const BY_WIDER_NETWORK = { minute: 20, day: 200 }
/** Messages of everybody: the inbox is read by people, and each is mailed. */
const IN_A_DAY = 500
/** Messages that are kept: some 200 MB with what finds them again. */
const IN_ALL = 10_000

const ELSEWHERE = 'Nothing was sent. Write an e-mail or call instead.'

export type InboxLimits = ReturnType<typeof createInboxLimits>

/** How many messages anybody may leave. */
export function createInboxLimits({
  store,
  now,
  inADay = IN_A_DAY,
  inAll = IN_ALL,
}: {
  store: Pick<ContactStore, 'countSince'>
  now: () => Date
  inADay?: number
  inAll?: number
}) {
  const network = limitsOf(BY_NETWORK)
  const wider = limitsOf(BY_WIDER_NETWORK)
  const recent = () => store.countSince(new Date(now().getTime() - DAY_SECONDS * 1000))

  return {
    /** Counts one more message from an address. @throws ProblemError 429 when it may not be sent, 503 when the inbox is full */
    admit: async (address: string): Promise<void> => {
      const line = networkOf(address)
      const customer = widerNetworkOf(line)
      const wait = network(line) || (customer ? wider(customer) : 0)
      if (wait > 0) throw tooManyFromHere(wait)
      const { all, recent: today, first } = await recent()
      if (all >= inAll)
        throw unavailable('The inbox is full', {
          retryAfterSeconds: 3600,
          detail: ELSEWHERE,
        })
      if (today >= inADay) throw tooManyToday(first ? Math.ceil((first.getTime() - now().getTime()) / 1000) + DAY_SECONDS : DAY_SECONDS)
    },

    /** How full the inbox is. */
    fill: async () => {
      const { all, recent: today } = await recent()
      return { messages: { count: all, max: inAll }, messagesToday: { count: today, max: inADay } }
    },
  }
}

/** Seconds to wait by either limit. */
function limitsOf({ minute, day }: { minute: number; day: number }) {
  const [perDay, perMinute] = [
    createSendLimit({ max: day, windowSeconds: DAY_SECONDS }),
    createSendLimit({ max: minute, windowSeconds: 60 }),
  ]
  return (key: string) => perMinute(key) || perDay(key)
}

function tooManyFromHere(waitSeconds: number) {
  const detail = waitSeconds > 60 ? ELSEWHERE : 'Wait a minute, then send it again.'
  return tooManyRequests('Several messages came over this network', waitSeconds, { detail })
}

function tooManyToday(waitSeconds: number) {
  return tooManyRequests('Very many messages came today', Math.max(1, waitSeconds), { detail: ELSEWHERE })
}

/**
 * Counts what each key does within a window, in this process alone: it keeps one visitor from flooding the inbox, and
 * several apps on one database only let that many times more through.
 */
function createSendLimit({ max, windowSeconds }: { max: number; windowSeconds: number }) {
  const sent = new LRUCache<string, number[]>({ max: 10_000, ttl: windowSeconds * 1000 })

  /** Counts one more; answers the seconds to wait when that is too many, else 0. */
  return (key: string, now = Date.now()): number => {
    const recent = (sent.get(key) ?? []).filter((time) => time > now - windowSeconds * 1000)
    const [oldest = now] = recent
    if (recent.length >= max) return Math.max(1, Math.ceil((oldest + windowSeconds * 1000 - now) / 1000))
    sent.set(key, [...recent, now])
    return 0
  }
}
