import { createHash } from 'node:crypto'

/*
 * Paynow's message format, implemented from its documentation: the double shares no code with what it tests.
 */

export type Field = [key: string, value: string]

export function paynowHash(fields: Field[], key: string): string {
  let text = ''
  for (const [name, value] of fields) if (name.toLowerCase() !== 'hash') text += value
  return createHash('sha512')
    .update(text + key.toLowerCase())
    .digest('hex')
    .toUpperCase()
}

/** Encodes like .NET: lower-case escapes, `+` for a space, brackets and some others unescaped. */
export function paynowText(fields: Field[]): string {
  const encode = (value: string) =>
    encodeURIComponent(value)
      .replace(/%[0-9A-F]{2}/g, (octet) => octet.toLowerCase())
      .replaceAll('%20', '+')
      .replaceAll("'", '%27')
      .replaceAll('~', '%7e')
  return fields.map(([name, value]) => `${name}=${encode(value)}`).join('&')
}

export function paynowFields(text: string): Field[] {
  return [...new URLSearchParams(text)]
}
