const LINE = '::/64'

/**
 * The first 48 bits of an IPv6 line: the most that one customer is given, who then has 65,536 lines. Undefined for an IPv4 address,
 * which has nothing wider.
 * @param network as `networkOf` answers it
 */
export function widerNetworkOf(network: string): string | undefined {
  if (!network.endsWith(LINE)) return undefined
  return `${network.slice(0, -LINE.length).split(':').slice(0, 3).join(':')}::/48`
}
