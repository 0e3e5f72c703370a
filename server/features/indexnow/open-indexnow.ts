import type { Orm, Transaction } from '#server/platform/database/database.ts'
import type { App } from '#server/platform/http/server.ts'
import type { SiteUrls } from '#server/platform/site-urls.ts'
import { createIndexNowService, type IndexNowSettings, type ItemPageKind } from './indexnow.service.ts'
import { createIndexNowStore } from './indexnow.store.ts'

const EVERY_MINUTE = '* * * * *'

type Announce = (transaction: Transaction, kind: ItemPageKind, slugs: string[]) => Promise<void>

/** Opens what tells search engines of changed pages. Without settings it does nothing, and forgets what was still to be sent. */
export function openIndexNow({
  orm,
  settings,
  urls,
  alert,
  now,
}: {
  orm: Orm
  settings: IndexNowSettings | undefined
  urls: SiteUrls
  alert: (details: Record<string, unknown>, text: string) => void
  now: () => Date
}) {
  const store = createIndexNowStore(orm)
  const job = (run: () => Promise<void>) => [{ name: 'indexnow', cron: EVERY_MINUTE, run }]
  const off: Announce = async () => undefined
  if (!settings) return { announce: off, sendDue: store.clear, jobs: job(store.clear) }
  const { announce, sendDue } = createIndexNowService({ store, settings, urls, alert, now })
  return { announce, sendDue, jobs: job(sendDue), siteRoutes: [keyFile(settings)] }
}

/** Proves that who sends the URLs of a site runs it. */
function keyFile({ key }: IndexNowSettings) {
  return async (app: App) =>
    void app.get(`/${key}.txt`, { schema: { hide: true }, config: { bound: { constant: 'a setting' } } }, async (_request, reply) => {
      reply.header('content-type', 'text/plain; charset=utf-8').header('cache-control', 'public, max-age=3600')
      return key
    })
}
