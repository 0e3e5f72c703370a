import type { Transaction } from '#server/platform/database/database.ts'
import type { App } from '#server/platform/http/server.ts'
import type { Platform } from '#server/platform/platform.ts'
import { createIndexNowService, type IndexNowSettings, type ItemPageKind } from './indexnow.service.ts'
import { createIndexNowStore } from './indexnow.store.ts'

const EVERY_MINUTE = '* * * * *'

type Announce = (transaction: Transaction, kind: ItemPageKind, slugs: string[]) => Promise<void>

type Deps = {
  settings: IndexNowSettings | undefined
} & Pick<Platform, 'orm' | 'urls' | 'alert' | 'now'>

/** Creates the feature that notifies search engines of changes. Without settings, changes are not recorded and pending ones are deleted. */
export function openIndexNow(deps: Deps) {
  const { orm, settings, urls, alert, now } = deps
  const store = createIndexNowStore(orm)
  const job = (run: () => Promise<void>) => [{ name: 'indexnow', cron: EVERY_MINUTE, run }]
  const off: Announce = async () => undefined
  if (!settings) return { announce: off, sendDue: store.clear, jobs: job(store.clear) }
  const { announce, sendDue } = createIndexNowService({ store, settings, urls, alert, now })
  return { announce, sendDue, jobs: job(sendDue), siteRoutes: [keyFile(settings)] }
}

/** Creates the route of the key file, which proves that the sender of notifications runs the site. */
function keyFile({ key }: IndexNowSettings) {
  return async (app: App) =>
    void app.get(`/${key}.txt`, { schema: { hide: true }, config: { bound: { constant: 'a setting' } } }, async (_request, reply) => {
      reply.header('content-type', 'text/plain; charset=utf-8').header('cache-control', 'public, max-age=3600')
      return key
    })
}
