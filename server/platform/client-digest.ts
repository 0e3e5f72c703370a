import { createHash } from 'node:crypto'

/** What is stored of a client id, which is a secret: its SHA-256. */
export function digestClient(clientId: string): string {
  return createHash('sha256').update(clientId).digest('base64url')
}
