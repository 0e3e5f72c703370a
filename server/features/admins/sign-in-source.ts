import { digest } from '#server/platform/digest.ts'
import { networkOf } from '#server/platform/http/ip-networks.ts'

/** Where a sign-in comes from: a browser, as the digest of its cookie, or a network. */
export type SignInSource = `device ${string}` | `network ${string}`

export function deviceSource(token: string): SignInSource {
  return `device ${digest(token)}`
}

/** The browser comes first, since its network may be shared with others. */
export function sourcesOf({ ip, device }: { ip: string; device?: string | undefined }): SignInSource[] {
  return [...(device ? [deviceSource(device)] : []), `network ${networkOf(ip)}`]
}
