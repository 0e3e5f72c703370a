import { createHash } from 'node:crypto'

/* Field of Paynow's message format. The format is implemented from its documentation, since the double shares no code with the tested
   gateway. */

export type Field = [key: string, value: string]

export function paynowHash(fields: Field[], key: string): string {
  let text = ''
  for (const [name, value] of fields) if (name.toLowerCase() !== 'hash') text += value
  return createHash('sha512')
    .update(text + key.toLowerCase())
    .digest('hex')
    .toUpperCase()
}

/** Encodes fields like .NET: lower-case escapes, `+` for a space, brackets and some other characters unescaped. */
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
