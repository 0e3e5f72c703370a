/** Domains of frequent mail providers. */
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
/** Domains that exist although they resemble a known one. */
const REAL = ['mail.com', 'email.com', 'gmx.com', 'live.co.za']
/** Endings that no domain has. */
const NO_ENDING = /\.(?:con|cmo|ocm|comm|coom|vom|xom|cim)$/

/** Returns the address that was probably meant by one with a frequent typing mistake in its domain, such as `gmial.com`. */
export function suggestEmail(text: string): string | undefined {
  const address = text.trim()
  const at = address.lastIndexOf('@') + 1
  const domain = address.slice(at).toLowerCase()
  if (at < 2 || KNOWN.includes(domain) || REAL.includes(domain)) return undefined
  const meant = KNOWN.find((known) => isOneMistakeApart(domain, known))
  const repaired = meant ?? (NO_ENDING.test(domain) ? domain.replace(NO_ENDING, '.com') : undefined)
  return repaired && address.slice(0, at) + repaired
}

/** Whether one character is missing, added or wrong, or two neighbors are swapped. */
function isOneMistakeApart(one: string, other: string): boolean {
  const shorter = Math.min(one.length, other.length)
  let start = 0
  while (start < shorter && one[start] === other[start]) start++
  let end = 0
  while (end < shorter - start && one[one.length - 1 - end] === other[other.length - 1 - end]) end++
  const [left, right] = [one.slice(start, one.length - end), other.slice(start, other.length - end)]
  return (left.length <= 1 && right.length <= 1) || (left.length === 2 && left === `${right[1]}${right[0]}` && right.length === 2)
}
