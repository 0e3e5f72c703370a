import type { CountedEvent, CountedKind } from '#contracts/statistics.ts'
import { browserApi } from './api/browser-api.ts'

/** Tells the server what happened with an item, so that it is counted. Says nothing of the visitor, and sends no cookie. */
export function countEvent({ kind, id, event, seconds }: { kind: CountedKind; id: string; event: CountedEvent; seconds?: number }): void {
  // Without a connection nothing can be read that is not there already; the browser would only report an error.
  if (!navigator.onLine) return
  const url = `${browserApi.base}/statistics/${kind}/${encodeURIComponent(id)}?event=${event}${seconds ? `&seconds=${seconds}` : ''}`
  // Also while the page is being left.
  fetch(url, { method: 'POST', keepalive: true, credentials: 'omit' }).catch(() => undefined)
}
