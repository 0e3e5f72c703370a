import type { IncomingMessage } from 'node:http'
import { isIP } from 'node:net'
import proxyAddr from '@fastify/proxy-addr'

/** `false`, `true` (whoever connects is one), how many stand in a row, or their addresses and networks, comma-separated. */
export type TrustProxy = boolean | number | string
/** Whether the address belongs to a proxy of ours that is so many steps away; the one that connected is at 0. */
export type IsProxy = (ip: string, step: number) => boolean

export function trustedProxies(trust: TrustProxy): IsProxy {
  if (typeof trust === 'boolean') return () => trust
  if (typeof trust === 'number') return (_ip, step) => step < trust
  return proxyAddr.compile(trust.split(',').map((part) => part.trim()))
}

/**
 * Takes from a request what no proxy of ours said of the visitor, and what can't be read, so that nobody after this has to
 * ask whom it may believe.
 */
export function sanitizeForwardedHeaders({ headers, socket }: IncomingMessage, isProxy: IsProxy) {
  const { 'x-forwarded-for': visitors, 'x-forwarded-proto': protocol, 'x-forwarded-host': host } = headers
  if (visitors === undefined && protocol === undefined && host === undefined) return
  const isBelieved = socket.remoteAddress !== undefined && isProxy(socket.remoteAddress, 0)
  keep('x-forwarded-for', isBelieved && visitors ? readVisitors(String(visitors)) : undefined)
  keep('x-forwarded-proto', isBelieved ? readProtocol(lastOf(protocol)) : undefined)
  keep('x-forwarded-host', isBelieved ? readHost(lastOf(host)) : undefined)

  function keep(name: string, value: string | undefined) {
    if (value) headers[name] = value
    else delete headers[name]
  }
}

/** The addresses, nearest last, up to the first from there that is none. */
function readVisitors(list: string): string | undefined {
  const parts = list.split(',').map(readAddress)
  return parts.slice(parts.lastIndexOf(undefined) + 1).join(', ')
}

/** An address as RFC 7239 names a node, without quotes, brackets and port; undefined for `unknown` and names that hide one. */
function readAddress(text: string): string | undefined {
  const node = text.trim().replace(/^"(.*)"$/, '$1')
  const [, inBrackets, plain] = /^(?:\[([^\]]*)\]|([^:]*))(?::\w*)?$/.exec(node) ?? []
  const address = inBrackets ?? plain ?? node
  return isIP(address) ? address : undefined
}

function readProtocol(text: string | undefined): string | undefined {
  const protocol = text?.toLowerCase()
  return protocol === 'http' || protocol === 'https' ? protocol : undefined
}

function readHost(text: string | undefined): string | undefined {
  return text && /^[\w.:[\]-]+$/.test(text) && URL.canParse(`http://${text}`) ? text : undefined
}

/** A proxy that adds to a list adds at its end. */
function lastOf(header: string | string[] | undefined): string | undefined {
  return header === undefined ? undefined : String(header).split(',').at(-1)?.trim()
}
