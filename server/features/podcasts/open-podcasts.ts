import { toMinor } from '#contracts/money.ts'
import type { ItemDeps } from '#server/features/items/item-deps.ts'
import type { ClaimUpload } from '#server/platform/media/intake/with-form.ts'
import type { ProductDirectory } from '#server/platform/product-directory.ts'
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
}: ItemDeps & {
  limits: { audioBytes: number }
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
