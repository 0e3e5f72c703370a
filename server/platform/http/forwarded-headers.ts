import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import proxyAddr from '@fastify/proxy-addr'

/** `false`, `true` (every peer is a proxy), the number of chained proxies, or their addresses and networks, comma-separated. */
export type TrustProxy = boolean | number | string
/** Returns whether the address belongs to a trusted proxy `step` hops away; the connected peer is at 0. */
export type IsProxy = (ip: string, step: number) => boolean

export function trustedProxies(trust: TrustProxy): IsProxy {
  if (typeof trust === 'boolean') return () => trust
  if (typeof trust === 'number') return (_ip, step) => step < trust
  return proxyAddr.compile(trust.split(',').map((part) => part.trim()))
}

/**
 * Returns the visitor’s IP address, equal to `request.ip`: the nearest sender that is not a trusted proxy. Empty after the visitor has
 * disconnected.
 */
export function visitorIp(request: IncomingMessage, isProxy: IsProxy): string {
  return (proxyAddr(request, isProxy) as string | undefined) ?? ''
}

/** Accepted format of request ids: nginx sends 32 hexadecimal digits, other proxies send a UUID. */
const REQUEST_ID = /^[\w.-]{8,128}$/
/** Format of the traceparent header: https://www.w3.org/TR/trace-context/#traceparent-header */
const TRACE_PARENT = /^00-[\da-f]{32}-[\da-f]{16}-[\da-f]{2}$/

/** Removes forwarding headers that no trusted proxy sent, and values that can't be parsed, so that all later code may trust them. */
export function sanitizeForwardedHeaders({ headers, socket }: IncomingMessage, isProxy: IsProxy) {
  const { 'x-forwarded-for': visitors, 'x-forwarded-proto': protocol, 'x-forwarded-host': host } = headers
  const { 'x-request-id': requestId, traceparent } = headers
  if ((visitors ?? protocol ?? host ?? requestId ?? traceparent) === undefined) return
  const isTrusted = socket.remoteAddress !== undefined && isProxy(socket.remoteAddress, 0)
  keep('x-forwarded-for', isTrusted && visitors ? readVisitors(String(visitors)) : undefined)
  keep('x-forwarded-proto', isTrusted ? readProtocol(lastOf(protocol)) : undefined)
  keep('x-forwarded-host', isTrusted ? readHost(lastOf(host)) : undefined)
  keep('x-request-id', isTrusted ? readMatching(REQUEST_ID, requestId) : undefined)
  keep('traceparent', isTrusted ? readMatching(TRACE_PARENT, traceparent) : undefined)

  function keep(name: string, value: string | undefined) {
    if (value) headers[name] = value
    else delete headers[name]
  }
}

/** Returns the addresses at the end of an X-Forwarded-For header, nearest last. Everything up to the last invalid address is dropped. */
function readVisitors(list: string): string | undefined {
  const parts = list.split(',').map(readIp)
  return parts.slice(parts.lastIndexOf(undefined) + 1).join(', ')
}

/** Returns the address of a node in RFC 7239 syntax, without quotes, brackets and port; undefined for `unknown` and obfuscated names. */
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

function readMatching(pattern: RegExp, header: string | string[] | undefined): string | undefined {
  return typeof header === 'string' && pattern.test(header) ? header : undefined
}

/** Returns the last value of a header with a list, to which proxies append. */
function lastOf(header: string | string[] | undefined): string | undefined {
  return header === undefined ? undefined : String(header).split(',').at(-1)?.trim()
}
