import ipaddr from 'ipaddr.js'

/**
 * Returns the network that counts as one visitor for rate limits: an IPv4 address, or the first 64 bits of an IPv6 address. Every
 * connection is assigned at least a 64-bit prefix, so limits on single IPv6 addresses would be ineffective.
 */
export function networkOf(ip: string): string {
  return prefixOf(ip, 64)
}

/**
 * Returns the network that rate limits count as one customer: an IPv4 address, or the first 48 bits of an IPv6 address. A home, an office
 * or any user of a tunnel broker may get a 48-bit prefix, which contains 65,536 networks of 64 bits.
 */
export function siteNetworkOf(ip: string): string {
  return prefixOf(ip, 48)
}

/**
 * Returns the first 48 bits of an IPv6 network, or undefined for an IPv4 address.
 * @param network in the format of `networkOf`
 */
export function widerNetworkOf(network: string): string | undefined {
  return network.endsWith('::/64') ? siteNetworkOf(network.replace('/64', '')) : undefined
}

/**
 * Returns the network whose addresses one phone may use in turn, since mobile operators share few addresses among many phones: the first 24
 * bits of an IPv4 address, or the first 48 of an IPv6 address.
 */
export function pooledNetworkOf(ip: string): string {
  return prefixOf(ip, 48, 24)
}

function prefixOf(ip: string, bits: 48 | 64, bitsOfIpv4: 24 | 32 = 32): string {
  if (!ipaddr.isValid(ip)) return ip
  // Converts an IPv4-mapped IPv6 address into the IPv4 address.
  const address = ipaddr.process(ip)
  if (address instanceof ipaddr.IPv4)
    return bitsOfIpv4 === 32 ? address.toString() : `${ipaddr.IPv4.networkAddressFromCIDR(`${address}/${bitsOfIpv4}`)}/${bitsOfIpv4}`
  const groups = address.parts.slice(0, bits / 16).map((group) => group.toString(16))
  return `${groups.join(':')}::/${bits}`
}
