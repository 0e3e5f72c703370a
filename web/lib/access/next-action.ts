import type { NavigateFunction, NavigateOptions } from 'react-router'
import type { NextActionRequest, NextActionResponse } from '#contracts/access.ts'
import { browserApi } from '#web/lib/api/browser-api.ts'
import { type ClientIds, callAsClient } from './client-id.ts'

/** Asks what this browser may do with an item. Rejects when the answer is neither the word view nor an address. */
export async function fetchNextAction(
  question: Omit<NextActionRequest, 'clientId'>,
  { clientIds, ask = browserApi.getNextAction }: { clientIds?: ClientIds; ask?: typeof browserApi.getNextAction } = {},
): Promise<NextActionResponse> {
  const answer = await callAsClient((clientId) => ask({ ...question, clientId }), clientIds)
  if (answer.action !== 'view') resolveActionUrl(answer.action, question.returnUrl)
  return answer
}

/** Goes where an action leads: to our own checkout without loading the site anew, to other addresses as a link would. */
export function followAction(action: string, navigate: NavigateFunction, options: NavigateOptions = {}): void {
  const address = new URL(resolveActionUrl(action, location.href))
  if (address.origin === location.origin && address.pathname.startsWith('/checkout/')) navigate(address.pathname + address.search, options)
  else location.assign(address)
}

/** The address that an action sends the browser to. Throws when it is neither one of the web nor a path on this site. */
export function resolveActionUrl(action: string, here: string): string {
  if (!/^(https?:\/)?\/\S*$/i.test(action)) throw new Error(`Not an address: ${action}`)
  return new URL(action, here).href
}
