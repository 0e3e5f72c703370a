import { toMinor } from '#contracts/money.ts'
import type { ItemDeps } from '#server/features/items/item-deps.ts'
import type { ProductDirectory } from '#server/platform/product-directory.ts'
import { podcastRoutes } from './podcasts.routes.ts'
import { createPodcastService } from './podcasts.service.ts'
import { createPodcastStore } from './podcasts.store.ts'

/** Opens the episodes: their lists, their life from publishing to removal, and what selling needs of them. */
export function openPodcasts(deps: ItemDeps) {
  const store = createPodcastStore(deps.orm, { count: deps.count })
  const podcasts = createPodcastService(store, deps)
  const product: ProductDirectory['podcast'] = {
    find: async (id) => {
      const podcast = await store.find(id)
      return podcast && { title: podcast.title, priceMinor: toMinor(podcast.price), fileKey: podcast.audioUrl }
    },
    // Episodes are not listed by what sells best.
    setSold: (transaction, id) => store.exists(transaction, id),
  }
  return { podcasts, product, ...podcastRoutes(podcasts, deps) }
}
