import { digest } from '#server/platform/digest.ts'
import { networkOf } from '#server/platform/http/ip-networks.ts'

/** Where somebody signs in from: a browser, by the digest of the token that it was given there, or a network. */
export type Origin = `device ${string}` | `network ${string}`

export function deviceOrigin(token: string): Origin {
  return `device ${digest(token)}`
}

/** The browser comes first: its network may be full of others. */
export function originsOf({ address, device }: { address: string; device?: string | undefined }): Origin[] {
  return [...(device ? [deviceOrigin(device)] : []), `network ${networkOf(address)}`]
}
