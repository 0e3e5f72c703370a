import { createHash, timingSafeEqual } from 'node:crypto'
import type { PaynowField, PaynowMessage } from './paynow-message.ts'

/** SHA-512 over all values but the hash, in the order of the message, and the integration's key; upper-case hex. */
export function hashOf(fields: PaynowField[], key: string): string {
  const values = fields.filter(([name]) => name.toLowerCase() !== 'hash').map(([, value]) => value)
  return createHash('sha512')
    .update(`${values.join('')}${key.toLowerCase()}`, 'utf8')
    .digest('hex')
    .toUpperCase()
}

export function withHash(fields: PaynowField[], key: string): PaynowField[] {
  return [...fields, ['hash', hashOf(fields, key)]]
}

export function isHashedWith({ fields, get }: PaynowMessage, key: string): boolean {
  const given = Buffer.from(get('hash')?.toUpperCase() ?? '')
  const wanted = Buffer.from(hashOf(fields, key))
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}
