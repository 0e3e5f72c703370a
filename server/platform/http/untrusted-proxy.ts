import type { IncomingMessage } from 'node:http'
import ipaddr from 'ipaddr.js'
import { type IsProxy, type TrustProxy, trustedProxies } from './forwarded-headers.ts'

/** Number of different visitors behind one public address that makes it a proxy: a single visitor may send any header. */
const VISITORS = 3
const MAX_PEERS = 100

/** Detects a proxy in front of the server that TRUST_PROXY does not name. */
export type UntrustedProxyWatch = { observe: (request: IncomingMessage) => void; isFound: () => boolean }

/**
 * Detects requests from an untrusted proxy and warns once. The `X-Forwarded-For` header of such requests is ignored, so all visitors share
 * the rate limits of one network. Must run before the headers of untrusted peers are removed.
 */
export function watchForUntrustedProxy(
  trust: TrustProxy,
  warn: (details: Record<string, unknown>, text: string) => void,
): UntrustedProxyWatch {
  const isProxy: IsProxy = trustedProxies(trust)
  const visitors = new Map<string, Set<string>>()
  let isFound = false

  /** Returns whether a peer is a proxy: a private address, or a public address that has named several visitors. */
  function isProxyOf(peer: string, visitor: string) {
    if (isPrivate(peer)) return true
    if (!visitors.has(peer) && visitors.size >= MAX_PEERS) return false
    const named = visitors.get(peer) ?? new Set()
    visitors.set(peer, named.add(visitor))
    return named.size >= VISITORS
  }

  return {
    isFound: () => isFound,
    observe: ({ headers, socket: { remoteAddress } }) => {
      const visitor = headers['x-forwarded-for']
      if (isFound || !visitor || !remoteAddress || isProxy(remoteAddress, 0) || !isProxyOf(remoteAddress, String(visitor))) return
      isFound = true
      visitors.clear()
      const proxy = isPrivate(remoteAddress) ? { proxy: ipaddr.process(remoteAddress).toString() } : {}
      warn(
        proxy,
        'requests arrive through a proxy that TRUST_PROXY does not name: X-Forwarded-For is ignored, and all visitors share the limits of one network',
      )
    },
  }
}

function isPrivate(address: string) {
  return (
    ipaddr.isValid(address) &&
    ['loopback', 'private', 'uniqueLocal', 'linkLocal', 'carrierGradeNat'].includes(ipaddr.process(address).range())
  )
}
