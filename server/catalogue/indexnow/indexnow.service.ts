import type { Transaction } from '#server/platform/database/database.ts'
import type { SiteUrls } from '#server/platform/site-urls.ts'
import type { ChangedUrl, IndexNowStore } from './indexnow.store.ts'

export type IndexNowSettings = { key: string; endpoint: string }
export type ItemPageKind = 'book' | 'podcast' | 'author'

/** Number of URLs in a request; the protocol allows 10,000. */
const BATCH = 1000
const MAX_BATCHES = 10
const ANSWER_MS = 10_000
const FIRST_WAIT_MS = 60_000
const LONGEST_WAIT_MS = 6 * 3_600_000
/** Maximum number of attempts, which takes about two days with the growing waits. The sitemap contains the change as well. */
const MAX_ATTEMPTS = 18

/** Creates the service that notifies search engines of changed pages, as described on https://www.indexnow.org/documentation. */
export function createIndexNowService({
  store,
  settings: { key, endpoint },
  urls,
  alert,
  now,
}: {
  store: IndexNowStore
  settings: IndexNowSettings
  urls: Pick<SiteUrls, 'origin' | 'page'>
  alert: (details: Record<string, unknown>, text: string) => void
  now: () => Date
}) {
  /**
   * Sends the paths to the IndexNow service.
   * @throws when the service is unreachable or refuses the request
   */
  async function send(paths: string[]): Promise<void> {
    const { host } = new URL(urls.origin)
    const body = { host, key, keyLocation: urls.page(`/${key}.txt`), urlList: paths.map(urls.page) }
    const response = await fetch(endpoint, {
      method: 'POST',
      headers: { 'content-type': 'application/json; charset=utf-8' },
      body: JSON.stringify(body),
      redirect: 'error',
      signal: AbortSignal.timeout(ANSWER_MS),
    })
    await response.body?.cancel()
    if (!response.ok) throw new Error(`the service responded with status ${response.status}`)
  }

  async function postpone(urls: ChangedUrl[], error: unknown) {
    const dropped = urls.filter(({ attempts }) => attempts + 1 >= MAX_ATTEMPTS)
    const kept = urls.filter((url) => !dropped.includes(url))
    // The error message never contains the key, since the key is not part of the request URL.
    const reason = error instanceof Error ? error.message : String(error)
    alert({ reason, pages: urls.length, dropped: dropped.length }, 'search engines could not be notified of changed pages')
    if (dropped.length > 0) await store.remove(dropped)
    const attempts = Math.max(0, ...kept.map((url) => url.attempts))
    if (kept.length > 0) await store.postpone(kept, new Date(now().getTime() + waitAfter(attempts)))
  }

  return {
    /** Records that the pages of an item changed and search engines have to be notified. Runs in the transaction that changes the item. */
    announce: (transaction: Transaction, kind: ItemPageKind, slugs: string[]): Promise<void> =>
      store.add(
        transaction,
        slugs.map((slug) => `/${kind}s/${slug}`),
      ),

    /** Sends due notifications. Failed notifications are postponed; changes made in the meantime are sent immediately. */
    sendDue: async (): Promise<void> => {
      for (let batch = 0; batch < MAX_BATCHES; batch++) {
        const urls = await store.listDue(now(), BATCH)
        if (urls.length === 0) return
        try {
          await send([...new Set(urls.map(({ path }) => path))])
        } catch (error) {
          return postpone(urls, error)
        }
        await store.remove(urls)
      }
    },
  }
}

/** Returns the wait before a retry, which doubles each time. A random part keeps sites that failed together from retrying together. */
function waitAfter(attempts: number): number {
  return Math.min(FIRST_WAIT_MS * 2 ** attempts, LONGEST_WAIT_MS) * (0.5 + Math.random() / 2)
}
