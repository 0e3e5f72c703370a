import { createHash } from 'node:crypto'

/** SHA-256 in letters that an address may hold: for telling texts apart, and for secrets of which nothing else is stored. */
export function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}
