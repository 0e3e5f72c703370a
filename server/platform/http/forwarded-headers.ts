import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import proxyAddr from '@fastify/proxy-addr'

/** `false`, `true` (every peer is a proxy), the number of proxies in a row, or their addresses and networks, comma-separated. */
export type TrustProxy = boolean | number | string
/** Whether the address belongs to a trusted proxy `step` hops away; the connected peer is at 0. */
export type IsProxy = (ip: string, step: number) => boolean

export function trustedProxies(trust: TrustProxy): IsProxy {
  if (typeof trust === 'boolean') return () => trust
  if (typeof trust === 'number') return (_ip, step) => step < trust
  return proxyAddr.compile(trust.split(',').map((part) => part.trim()))
}

/** Removes forwarded headers that no trusted proxy sent, and values that can't be parsed, so that all later code may trust them. */
export function sanitizeForwardedHeaders({ headers, socket }: IncomingMessage, isProxy: IsProxy) {
  const { 'x-forwarded-for': visitors, 'x-forwarded-proto': protocol, 'x-forwarded-host': host } = headers
  if (visitors === undefined && protocol === undefined && host === undefined) return
  const isTrusted = socket.remoteAddress !== undefined && isProxy(socket.remoteAddress, 0)
  keep('x-forwarded-for', isTrusted && visitors ? readVisitors(String(visitors)) : undefined)
  keep('x-forwarded-proto', isTrusted ? readProtocol(lastOf(protocol)) : undefined)
  keep('x-forwarded-host', isTrusted ? readHost(lastOf(host)) : undefined)

  function keep(name: string, value: string | undefined) {
    if (value) headers[name] = value
    else delete headers[name]
  }
}

/** The addresses, nearest last, starting after the last part that is not an address. */
function readVisitors(list: string): string | undefined {
  const parts = list.split(',').map(readIp)
  return parts.slice(parts.lastIndexOf(undefined) + 1).join(', ')
}

/** An address as RFC 7239 names a node, without quotes, brackets and port; undefined for `unknown` and names that hide one. */
function readIp(text: string): string | undefined {
  const node = text.trim().replace(/^"(.*)"$/, '$1')
  const [, inBrackets, plain] = /^(?:\[([^\]]*)\]|([^:]*))(?::\w*)?$/.exec(node) ?? []
  const ip = inBrackets ?? plain ?? node
  return isIP(ip) ? ip : undefined
}

function readProtocol(text: string | undefined): string | undefined {
  const protocol = text?.toLowerCase()
  return protocol === 'http' || protocol === 'https' ? protocol : undefined
}

function readHost(text: string | undefined): string | undefined {
  return text && /^[\w.:[\]-]+$/.test(text) && URL.canParse(`http://${text}`) ? text : undefined
}

/** Proxies append to a list. */
function lastOf(header: string | string[] | undefined): string | undefined {
  return header === undefined ? undefined : String(header).split(',').at(-1)?.trim()
}
