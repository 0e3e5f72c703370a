import { networkOf } from './network-of.ts'
import { widerNetworkOf } from './wider-network.ts'

/**
 * What counts as one place where guesses are few and far between: an IPv4 address, or the first 48 bits of an IPv6 address. A
 * home or an office is given as much, and so is whoever asks a tunnel broker: of 64 bits they have 65,536.
 */
export function siteNetworkOf(address: string): string {
  const network = networkOf(address)
  return widerNetworkOf(network) ?? network
}
