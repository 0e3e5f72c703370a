import { createHmac } from 'node:crypto'

const SECRET_BYTES = 16

/**
 * Returns the secret in a feed's URL: 128 bits as base64url. Derived from the client id, which is secret and not stored on the server
 * either, so that the URL can be displayed again although the database has only a digest of the secret.
 */
export function deriveFeedSecret(clientId: string, feedId: string): string {
  return createHmac('sha256', clientId).update(`personal feed ${feedId}`).digest().subarray(0, SECRET_BYTES).toString('base64url')
}
