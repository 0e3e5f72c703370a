import { networkOf, widerNetworkOf } from '#server/platform/http/ip-networks.ts'
import type { RateLimit } from './rate-limits.store.ts'

/** How many lines of one IPv6 customer may do as much as one line may. */
const LINES = 4

/** One limit for the visitor's network and, where that is an IPv6 line, another for the customer who may have thousands of lines. */
export function limitsByNetwork(what: string, address: string, { max, seconds }: Pick<RateLimit, 'max' | 'seconds'>): RateLimit[] {
  const network = networkOf(address)
  const wider = widerNetworkOf(network)
  const limits = [{ key: `${what} ${network}`, max, seconds }]
  return wider ? [...limits, { key: `${what} ${wider}`, max: max * LINES, seconds }] : limits
}
