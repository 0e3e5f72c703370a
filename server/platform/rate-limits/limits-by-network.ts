import { networkOf, widerNetworkOf } from '#server/platform/http/ip-networks.ts'
import type { RateLimit } from './rate-limits.store.ts'

/** Limit of one IPv6 customer, as a multiple of the limit of one network. */
const NETWORKS_OF_CUSTOMER = 4

/**
 * Returns a rate limit for the visitor's network and, for IPv6, another for the customer, who may have thousands of networks. `name` is the
 * prefix of the keys.
 */
export function limitsByNetwork(name: string, ip: string, { max, seconds }: Pick<RateLimit, 'max' | 'seconds'>): RateLimit[] {
  const network = networkOf(ip)
  const wider = widerNetworkOf(network)
  const limits = [{ key: `${name} ${network}`, max, seconds }]
  return wider ? [...limits, { key: `${name} ${wider}`, max: max * NETWORKS_OF_CUSTOMER, seconds }] : limits
}
