/* Format of email addresses for pages and API, without the validation library. The schema is in email.ts. */

export const EMAIL_LENGTH = 254

/** Addresses as in HTML's `<input type="email">`, but with a dot in the domain: no mail reaches a domain without one. */
export const EMAIL_FORMAT =
  /^[a-zA-Z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?(?:\.[a-zA-Z0-9](?:[a-zA-Z0-9-]{0,61}[a-zA-Z0-9])?)+$/

/**
 * Returns the form in which an email address is stored, compared and used: trimmed, without invisible marks from copied text, and with an
 * international domain in ASCII.
 */
export function storedEmail(text: string): string {
  const address = text.replace(/\p{Cf}/gu, '').trim()
  const at = address.lastIndexOf('@') + 1
  return address.slice(0, at) + asciiDomain(address.slice(at))
}

export function isEmail(text: string): boolean {
  const address = storedEmail(text)
  return address.length <= EMAIL_LENGTH && EMAIL_FORMAT.test(address)
}

function asciiDomain(domain: string): string {
  // A domain in ASCII stays unchanged, and so does a domain with an invalid ASCII character, which the format check rejects.
  if (!/\P{ASCII}/u.test(domain) || /[^\P{ASCII}a-zA-Z0-9.-]/u.test(domain)) return domain
  try {
    return new URL(`http://${domain}`).hostname
  } catch {
    return domain
  }
}
