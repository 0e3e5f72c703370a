import { CatalogueQuery, ItemId } from '#contracts/list.ts'
import { NextPodcast, NextPodcastQuery, Podcast, PodcastFields } from '#contracts/podcast.ts'
import { itemAdminRoutes, itemRoutes } from '#server/features/items/items.routes.ts'
import type { App } from '#server/platform/http/server.ts'
import type { PublicLists } from '#server/platform/lists/public-lists.ts'
import type { ClaimUpload } from '#server/platform/media/intake/with-form.ts'
import type { MediaLibrary } from '#server/platform/media/store/media-library.ts'
import type { PodcastService } from './podcasts.service.ts'

export function podcastRoutes({ podcasts, lists }: { podcasts: PodcastService; lists: PublicLists }) {
  return itemRoutes({
    path: '/podcasts',
    item: Podcast,
    query: CatalogueQuery,
    summaries: { list: 'Episodes, newest first', get: 'One episode' },
    service: podcasts,
    lists,
  })
}

export function nextPodcastRoutes({ podcasts }: { podcasts: PodcastService }) {
  return async (app: App) => {
    app.get(
      '/podcasts/:id/next',
      {
        schema: {
          tags: ['podcasts'],
          summary: 'The episode of these categories that was published next after it, if there is one',
          params: ItemId,
          querystring: NextPodcastQuery,
          response: { 200: NextPodcast },
        },
      },
      async ({ params, query }) => ({ next: (await podcasts.findNext(params.id, query.category)) ?? null }),
    )
  }
}

export function podcastAdminRoutes({
  podcasts,
  library,
  limits,
  claimUpload,
}: {
  podcasts: PodcastService
  library: MediaLibrary
  limits: { imageBytes: number; audioBytes: number }
  claimUpload: ClaimUpload
}) {
  return itemAdminRoutes({
    path: '/podcasts',
    item: Podcast,
    fields: PodcastFields,
    files: { coverImage: { kind: 'image', limitBytes: limits.imageBytes }, audio: { kind: 'audio', limitBytes: limits.audioBytes } },
    upload: { field: 'audio', claim: claimUpload },
    summaries: {
      add: 'Publish an episode',
      change: 'Change an episode; what is not sent stays',
      remove: 'Remove an episode with its files',
    },
    service: podcasts,
    library,
  })
}
