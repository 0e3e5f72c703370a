import type { NavigateFunction, NavigateOptions } from 'react-router'
import type { NextActionRequest, NextActionResponse } from '#contracts/shop/access.ts'
import { browserApi } from '#web/lib/api/browser-api.ts'
import { type ClientIds, callAsClient } from './client-id.ts'

/** Fetches the action that this browser may take on an item: view it, or follow a URL. Rejects when the response contains neither. */
export async function fetchNextAction(
  request: Omit<NextActionRequest, 'clientId'>,
  { clientIds, getNextAction = browserApi.getNextAction }: { clientIds?: ClientIds; getNextAction?: typeof browserApi.getNextAction } = {},
): Promise<NextActionResponse> {
  const response = await callAsClient((clientId) => getNextAction({ ...request, clientId }), clientIds)
  if (response.action !== 'view') resolveActionUrl(response.action, request.returnUrl)
  return response
}

/** Navigates to the URL of an action: with client-side navigation to the site's own checkout, otherwise by loading a new document. */
export function followAction(action: string, navigate: NavigateFunction, options: NavigateOptions = {}): void {
  const url = new URL(resolveActionUrl(action, location.href))
  if (url.origin === location.origin && url.pathname.startsWith('/checkout/')) navigate(url.pathname + url.search, options)
  else location.assign(url)
}

/** Resolves an action to an absolute URL. Throws if the action is neither an HTTP URL nor a path on this site. */
export function resolveActionUrl(action: string, here: string): string {
  if (!/^(https?:\/)?\/\S*$/i.test(action)) throw new Error(`Not a URL: ${action}`)
  return new URL(action, here).href
}
