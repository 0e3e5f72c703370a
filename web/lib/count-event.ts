import type { CountedEvent, CountedKind } from '#contracts/admin/statistics.ts'
import { browserApi } from './api/browser-api.ts'
import { browserSite } from './site.tsx'

/** Reports an event of an item to the server, which counts it. Sends nothing about the visitor, and no cookie. */
export function countEvent({ kind, id, event, seconds }: { kind: CountedKind; id: string; event: CountedEvent; seconds?: number }): void {
  // Holders of a preview link are not visitors.
  if (browserSite()?.preview) return
  // Offline, only downloaded items can be opened, and the request would only log an error.
  if (!navigator.onLine) return
  const url = `${browserApi.base}/statistics/${kind}/${encodeURIComponent(id)}?event=${event}${seconds ? `&seconds=${seconds}` : ''}`
  // `keepalive` sends the request even while the page is being left.
  fetch(url, { method: 'POST', keepalive: true, credentials: 'omit' }).catch(() => undefined)
}
