import { createHash, createHmac } from 'node:crypto'

/** SHA-256 as base64url: to compare texts, and to store secrets of which the plain text must not be kept. */
export function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64url')
}

/** What is stored of a client id, which is a secret. */
export function digestClient(clientId: string): string {
  return digest(clientId)
}

/** A digest that nobody can compute without the key. */
export function keyedDigest(key: string, text: string): Buffer {
  return createHmac('sha256', key).update(text).digest()
}
