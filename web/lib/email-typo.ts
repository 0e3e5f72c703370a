/** Domains of popular email providers. */
const KNOWN = [
  'gmail.com',
  'googlemail.com',
  'yahoo.com',
  'yahoo.co.uk',
  'yahoo.co.za',
  'ymail.com',
  'hotmail.com',
  'hotmail.co.uk',
  'outlook.com',
  'live.com',
  'icloud.com',
  'protonmail.com',
  'zol.co.zw',
  'mweb.co.zw',
  'yoafrica.com',
]
/** Existing domains that resemble a popular domain. */
const REAL = ['mail.com', 'email.com', 'gmx.com', 'live.co.za']
/** Mistyped top-level domains that don't exist. */
const NO_ENDING = /\.(?:con|cmo|ocm|comm|coom|vom|xom|cim)$/

/** Suggests a correction for an email address with a common typing mistake in its domain, such as `gmial.com`. */
export function suggestEmail(text: string): string | undefined {
  const address = text.trim()
  const at = address.lastIndexOf('@') + 1
  const domain = address.slice(at).toLowerCase()
  if (at < 2 || KNOWN.includes(domain) || REAL.includes(domain)) return undefined
  const meant = KNOWN.find((known) => isOneMistakeApart(domain, known))
  const repaired = meant ?? (NO_ENDING.test(domain) ? domain.replace(NO_ENDING, '.com') : undefined)
  return repaired && address.slice(0, at) + repaired
}

/** Returns whether two texts differ by one missing, added or wrong character, or by two swapped neighboring characters. */
function isOneMistakeApart(one: string, other: string): boolean {
  const shorter = Math.min(one.length, other.length)
  let start = 0
  while (start < shorter && one[start] === other[start]) start++
  let end = 0
  while (end < shorter - start && one[one.length - 1 - end] === other[other.length - 1 - end]) end++
  const [left, right] = [one.slice(start, one.length - end), other.slice(start, other.length - end)]
  return (left.length <= 1 && right.length <= 1) || (left.length === 2 && left === `${right[1]}${right[0]}` && right.length === 2)
}
