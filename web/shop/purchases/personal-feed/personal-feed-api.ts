import type { PersonalFeedState } from '#contracts/shop/personal-feed.ts'
import { requestAsClient } from '#web/lib/access/client-id.ts'

function call(method: string, path = '', signal: AbortSignal | null = null): Promise<Response> {
  return requestAsClient(`/personal-feed${path}`, { method, signal })
}

export const fetchPersonalFeed = async (signal: AbortSignal) => (await call('GET', '', signal)).json() as Promise<PersonalFeedState>

/** Creates the feed URL of this browser, or replaces it with a new one. */
export const replacePersonalFeed = async () => (await call('POST')).json() as Promise<PersonalFeedState>

export const endPersonalFeed = () => call('DELETE')

/** Revokes the feed URLs that other browsers created for the same purchases. */
export const endPersonalFeedsElsewhere = () => call('DELETE', '/elsewhere')
