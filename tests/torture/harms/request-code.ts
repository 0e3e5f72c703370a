import { randomBytes } from 'node:crypto'
import { postFrom } from './post-from.ts'

/** The client id of a browser that was never here. */
export const newClientId = () => randomBytes(24).toString('base64url')

/** Answers the status. */
export async function requestCode(
  url: string,
  { network, ...request }: { email: string; clientId: string; network: string },
): Promise<number> {
  const response = await postFrom(network, `${url}/api/purchases/codes`, request)
  await response.arrayBuffer()
  return response.status
}
