import type { CountedEvent, CountedKind } from '#contracts/admin/statistics.ts'
import { browserApi } from './api/browser-api.ts'
import { browserSite } from './site.tsx'

/** Reports an item event to the server for the statistics. The request contains no visitor data and no cookie. */
export function countEvent({ kind, id, event, seconds }: { kind: CountedKind; id: string; event: CountedEvent; seconds?: number }): void {
  // Events in a preview are not counted, since the holders of a preview link are not visitors.
  if (browserSite()?.preview) return
  // Events are not reported offline, since only downloaded items can be opened and the request would only log an error.
  if (!navigator.onLine) return
  const url = `${browserApi.base}/statistics/${kind}/${encodeURIComponent(id)}?event=${event}${seconds ? `&seconds=${seconds}` : ''}`
  // `keepalive` completes the request even if the page is closed.
  fetch(url, { method: 'POST', keepalive: true, credentials: 'omit' }).catch(() => undefined)
}
