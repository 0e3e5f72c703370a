import { countSlips } from '#contracts/common/count-slips.ts'

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
  const meant = KNOWN.find((known) => countSlips(domain, known) === 1)
  const repaired = meant ?? (NO_ENDING.test(domain) ? domain.replace(NO_ENDING, '.com') : undefined)
  return repaired && address.slice(0, at) + repaired
}
