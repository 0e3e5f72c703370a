import { and, gt, type SQL, sql } from 'drizzle-orm'
import { isPreviewed, isReachable } from '#contracts/catalogue/item-visibility.ts'
import { toMinor } from '#contracts/shop/money.ts'
import { editionKeys } from '#server/catalogue/items/editions.store.ts'
import type { ItemDeps } from '#server/catalogue/items/item-deps.ts'
import { createMissingFiles } from '#server/catalogue/items/missing-files.ts'
import type { ProductDirectory } from '#server/product-directory.ts'
import { podcastRoutes } from './podcasts.routes.ts'
import { podcasts as table } from './podcasts.schema.ts'
import { podcastSearch } from './podcasts.search.ts'
import { createPodcastService, podcastVisitorKeys } from './podcasts.service.ts'
import { createPodcastStore } from './podcasts.store.ts'
import { createTranscriptStore } from './transcripts.store.ts'

/** Creates the podcast feature: lists, publication and deletion of episodes, and the product data for orders. */
export function openPodcasts(deps: ItemDeps) {
  const store = createPodcastStore(deps.orm, deps)
  const transcripts = createTranscriptStore()
  const podcasts = createPodcastService({ store, transcripts }, deps)
  const product: ProductDirectory['podcast'] = {
    find: async (id) => {
      const podcast = await store.find(id)
      return (
        podcast && {
          title: podcast.title,
          priceMinor: toMinor(podcast.price),
          fileKey: podcast.audioUrl,
          editionKeys: editionKeys(podcast.editions),
          isOffered: isReachable(podcast),
          previewKeys: isPreviewed(podcast) ? podcastVisitorKeys(podcast) : [],
        }
      )
    },
    view: podcasts.viewInAllStates,
    // Sales are not stored, since episodes have no sort order by sales.
    setSold: (transaction, id) => store.exists(transaction, id),
  }
  return {
    podcasts,
    product,
    findTitle: store.findTitle,
    count: store.countUndeleted,
    search: podcastSearch,
    ...podcastRoutes(podcasts, deps),
    startupTasks: [{ name: 'add slugs to episodes', run: podcasts.addMissingSlugs }],
    /** Adds files that older versions did not create. Runs after all startup tasks, since it may take long after an upgrade */
    addMissingFiles: async (signal: AbortSignal) => {
      const missing = createMissingFiles({ ...deps, pixelLimit: deps.limits.imagePixels })
      await missing.addJpegs({ table, assetId: table.coverId, shape: 'square' }, signal)
      await missing.addRecordingPreviews(
        { kind: 'podcast', table, where: and(gt(table.priceMinor, 0), sql`${table.isListed}`) as SQL },
        signal,
      )
    },
    workers: [podcasts.shareImageWorker, ...podcasts.stateWorkers],
  }
}
