import { isIPv6 } from 'node:net'

/**
 * What counts as one visitor where tries are limited: an IPv4 address, or the first 64 bits of an IPv6 address. Every line is
 * given at least those 64 bits, and has more addresses below them than anybody could count.
 */
export function networkOf(address: string): string {
  const [withoutZone = ''] = address.split('%')
  if (!isIPv6(withoutZone)) return address
  const groups = groupsOf(withoutZone)
  const [high = 0, low = 0] = groups.slice(6)
  const isMapped = groups.slice(0, 5).every((group) => group === 0) && groups[5] === 0xffff
  if (isMapped) return [high >> 8, high & 255, low >> 8, low & 255].join('.')
  return `${groups
    .slice(0, 4)
    .map((group) => group.toString(16))
    .join(':')}::/64`
}

/** The eight groups of an address, however it is written. */
function groupsOf(address: string): number[] {
  // An address of the Web's own kind has lower case, no dots, and `::` at most once.
  const [left = [], right = []] = new URL(`http://[${address}]`).hostname
    .slice(1, -1)
    .split('::')
    .map((half) => half.split(':').flatMap((group) => (group ? [Number.parseInt(group, 16)] : [])))
  return [...left, ...Array.from({ length: 8 - left.length - right.length }, () => 0), ...right]
}
