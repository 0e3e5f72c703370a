import { createHash, createHmac, timingSafeEqual } from 'node:crypto'

/** Returns the SHA-256 of a text as base64url, to compare texts and to store secrets without their plain text. */
export function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}

/** Returns the stored form of a client id, which is a secret. */
export function digestClient(clientId: string): string {
  return digest(clientId)
}

/** Returns a digest of a text that cannot be computed without the key. */
export function keyedDigest(key: string, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}

/** Compares a given secret with the expected one in constant time, so that the duration does not reveal where they differ. */
export function isSameSecret(given: string, wanted: string): boolean {
  const [actual, expected] = [Buffer.from(given), Buffer.from(wanted)]
  return actual.length === expected.length && timingSafeEqual(actual, expected)
}
