import type { NavigateFunction } from 'react-router'
import type { NextActionRequest, NextActionResponse } from '#contracts/access.ts'
import { browserApi } from './browser-api.ts'
import { type ClientIds, callAsClient } from './client-id.ts'

/** Asks what this browser may do with an item. */
export function askNextAction(
  question: Omit<NextActionRequest, 'clientId'>,
  { clientIds, ask = browserApi.getNextAction }: { clientIds?: ClientIds; ask?: typeof browserApi.getNextAction } = {},
): Promise<NextActionResponse> {
  return callAsClient((clientId) => ask({ ...question, clientId }), clientIds)
}

/** Goes where an action leads: to our own checkout without loading the site anew, to other addresses as a link would. */
export function followAction(action: string, navigate: NavigateFunction, options: { replace?: boolean } = {}): void {
  const address = new URL(addressOf(action, location.href))
  if (address.origin === location.origin && address.pathname.startsWith('/checkout/')) navigate(address.pathname + address.search, options)
  else location.assign(address)
}

/** The address that an action sends the browser to. Throws when it is none that a link may lead to. */
export function addressOf(action: string, here: string): string {
  const address = new URL(action, here)
  if (!['https:', 'http:'].includes(address.protocol)) throw new Error(`Not an address to go to: ${action}`)
  return address.href
}
