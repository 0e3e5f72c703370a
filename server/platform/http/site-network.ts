import { networkOf } from './network-of.ts'

/**
 * What counts as one place where guesses are few and far between: an IPv4 address, or the first 48 bits of an IPv6 address. A
 * home or an office is given as much, and so is whoever asks a tunnel broker: of 64 bits they have 65,536.
 */
export function siteNetworkOf(address: string): string {
  const network = networkOf(address)
  if (!network.endsWith('/64')) return network
  const groups = network.replace('::/64', '').split(':')
  const [first = '0', second = '0', third = '0'] = groups
  return `${first || '0'}:${second || '0'}:${third || '0'}::/48`
}
