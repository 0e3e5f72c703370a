import { z } from 'zod'
import { Chapter } from '#contracts/catalogue/chapter.ts'
import { StateFilter } from '#contracts/catalogue/item-state.ts'
import { NextPodcast, NextPodcastQuery, Podcast, PodcastDetails, PodcastFields, podcastForm } from '#contracts/catalogue/podcast.ts'
import { CatalogueQuery, ItemId } from '#contracts/common/list.ts'
import { UploadedRecording } from '#contracts/common/upload.ts'
import { bulkRoutes } from '#server/catalogue/items/bulk.routes.ts'
import { inspectUpload } from '#server/catalogue/items/inspect-upload.ts'
import type { ItemDeps } from '#server/catalogue/items/item-deps.ts'
import { itemRoutes } from '#server/catalogue/items/items.routes.ts'
import type { App } from '#server/platform/http/server.ts'
import { visitorOf } from '#server/platform/http/visitor-of.ts'
import type { PodcastService } from './podcasts.service.ts'

export function podcastRoutes(podcasts: PodcastService, deps: ItemDeps) {
  const { publicRoutes, adminRoutes } = itemRoutes(
    {
      path: '/podcasts',
      item: Podcast,
      details: PodcastDetails,
      query: CatalogueQuery,
      form: podcastForm,
      fields: PodcastFields,
      named: { one: 'an episode', many: 'episodes', order: 'newest first' },
      service: podcasts,
      states: { product: 'podcast', query: CatalogueQuery.extend({ state: StateFilter.optional() }), service: podcasts },
    },
    deps,
  )

  async function nextRoutes(app: App) {
    app.get(
      '/podcasts/:id/next',
      {
        schema: {
          tags: ['podcasts'],
          summary: 'Get the next published episode in the given categories, if any',
          params: ItemId,
          querystring: NextPodcastQuery,
          response: { 200: NextPodcast },
          notes: { refuses: [410] },
        },
        config: { bound: 'in turn' },
      },
      (request) =>
        deps.lists.inTurn(visitorOf(request), async () => ({
          next: (await podcasts.findNext(request.params.id, request.query.category)) ?? null,
        })),
    )
  }

  async function fileChapterRoutes(app: App) {
    app.get(
      '/podcasts/:id/file-chapters',
      {
        schema: {
          tags: ['podcasts'],
          summary: 'Get the chapters from the tags of an episode’s recording',
          params: ItemId,
          response: { 200: z.array(Chapter) },
        },
      },
      ({ params }) => podcasts.listFileChapters(params.id),
    )
  }

  async function uploadedRecordingRoutes(app: App) {
    app.get(
      '/uploads/:id/recording',
      {
        schema: {
          tags: ['uploads'],
          summary:
            'Get the duration of an uploaded recording, and whether it is converted at publication; 400 if the recording can’t be published',
          params: ItemId,
          response: { 200: UploadedRecording },
        },
      },
      (request) => inspectUpload(request, 'audio', deps, podcasts.inspectRecording),
    )
  }

  return {
    publicRoutes: [...publicRoutes, nextRoutes],
    adminRoutes: [...adminRoutes, bulkRoutes('/podcasts', podcasts), fileChapterRoutes, uploadedRecordingRoutes],
  }
}
