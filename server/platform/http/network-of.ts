import ipaddr from 'ipaddr.js'

/**
 * What counts as one visitor where tries are limited: an IPv4 address, or the first 64 bits of an IPv6 address. Every line is
 * given at least those 64 bits, and has more addresses below them than anybody could count.
 */
export function networkOf(address: string): string {
  if (!ipaddr.isValid(address)) return address
  // One that IPv6 only wraps is the IPv4 address itself.
  const ip = ipaddr.process(address)
  if (!(ip instanceof ipaddr.IPv6)) return ip.toString()
  const network = ip.parts.slice(0, 4).map((group) => group.toString(16))
  return `${network.join(':')}::/64`
}
