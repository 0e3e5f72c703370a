import { networkOf, widerNetworkOf } from '#server/platform/http/ip-networks.ts'
import type { RateLimit } from './rate-limits.store.ts'

/** One IPv6 customer may do as much as so many networks. */
const NETWORKS_OF_CUSTOMER = 4

/** A limit for the visitor's network and, for IPv6, one for the customer, who may have thousands of networks. `name` starts the keys. */
export function limitsByNetwork(name: string, ip: string, { max, seconds }: Pick<RateLimit, 'max' | 'seconds'>): RateLimit[] {
  const network = networkOf(ip)
  const wider = widerNetworkOf(network)
  const limits = [{ key: `${name} ${network}`, max, seconds }]
  return wider ? [...limits, { key: `${name} ${wider}`, max: max * NETWORKS_OF_CUSTOMER, seconds }] : limits
}
