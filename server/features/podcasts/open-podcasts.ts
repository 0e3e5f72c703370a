import { toMinor } from '#contracts/money.ts'
import type { RecordAction } from '#server/platform/audit/action.ts'
import type { Orm } from '#server/platform/database/database.ts'
import type { PublicLists } from '#server/platform/lists/public-lists.ts'
import type { ClaimUpload } from '#server/platform/media/intake/claimed-upload.ts'
import type { MediaLibrary } from '#server/platform/media/store/media-library.ts'
import type { PublishToCatalogue } from '#server/platform/media/store/publish-to-catalogue.ts'
import type { ProductDirectory } from '#server/platform/product-directory.ts'
import type { VersionedCache } from '#server/platform/versioned-cache.ts'
import { nextPodcastRoutes, podcastAdminRoutes, podcastRoutes } from './podcasts.routes.ts'
import { createPodcastService } from './podcasts.service.ts'
import { createPodcastStore } from './podcasts.store.ts'

/** Opens the episodes: their lists, their life from publishing to removal, and what selling needs of them. */
export function openPodcasts({
  orm,
  count,
  lists,
  library,
  publish,
  record,
  limits,
  claimUpload,
}: {
  orm: Orm
  count: VersionedCache<number>
  lists: PublicLists
  library: MediaLibrary
  publish: PublishToCatalogue
  record: RecordAction
  limits: { imageBytes: number; imagePixels: number; audioBytes: number }
  claimUpload: ClaimUpload
}) {
  const store = createPodcastStore(orm, { count })
  const podcasts = createPodcastService({ store, publish, record, pixelLimit: limits.imagePixels })
  const product: ProductDirectory['podcast'] = {
    find: async (id) => {
      const podcast = await store.find(id)
      return podcast && { title: podcast.title, priceMinor: toMinor(podcast.price), fileKey: podcast.audioUrl }
    },
    // Episodes are not listed by what sells best.
    setSold: (transaction, id) => store.exists(transaction, id),
  }
  return {
    podcasts,
    product,
    publicRoutes: [podcastRoutes({ podcasts, lists }), nextPodcastRoutes({ podcasts })],
    adminRoutes: [podcastAdminRoutes({ podcasts, library, limits, claimUpload })],
  }
}
