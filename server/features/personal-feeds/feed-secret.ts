import { createHmac } from 'node:crypto'

const SECRET_BYTES = 16

/**
 * The secret of a feed's address: 128 bits as base64url. Derived from the client id, which is a secret and not stored here either, so
 * that the browser can show it again while the database holds only its digest.
 */
export function deriveFeedSecret(clientId: string, feedId: string): string {
  return createHmac('sha256', clientId).update(`personal feed ${feedId}`).digest().subarray(0, SECRET_BYTES).toString('base64url')
}
