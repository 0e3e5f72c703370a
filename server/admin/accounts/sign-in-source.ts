import { digest } from '#server/platform/digest.ts'
import { networkOf } from '#server/platform/http/ip-networks.ts'

/** Source of a sign-in: a browser, identified by the digest of its cookie, or a network. */
export type SignInSource = `device ${string}` | `network ${string}`

export function deviceSource(token: string): SignInSource {
  return `device ${digest(token)}`
}

/** Returns the sources of a sign-in, the browser first, since its network may be shared with others. */
export function sourcesOf({ ip, device }: { ip: string; device?: string }): SignInSource[] {
  return [...(device ? [deviceSource(device)] : []), `network ${networkOf(ip)}`]
}

export function isDevice(source: SignInSource | undefined): boolean {
  return source?.startsWith('device ') ?? false
}
