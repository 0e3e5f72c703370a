import { randomBytes } from 'node:crypto'
import { postFrom } from './post-from.ts'

/** Returns a new client id, like that of a new browser. */
export const newClientId = () => randomBytes(24).toString('base64url')

/** Requests a purchase code and returns the status. */
export async function requestCode(
  url: string,
  { network, ...request }: { email: string; clientId: string; network: string },
): Promise<number> {
  const response = await postFrom(network, `${url}/api/purchases/codes`, request)
  await response.arrayBuffer()
  return response.status
}
