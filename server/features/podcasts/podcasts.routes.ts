import { z } from 'zod'
import { CatalogueQuery, ItemId } from '#contracts/list.ts'
import { NextPodcast, NextPodcastQuery, Podcast, PodcastFields } from '#contracts/podcast.ts'
import { StartedFrom } from '#contracts/started-from.ts'
import { uploadReference } from '#contracts/upload.ts'
import { documentForm } from '#server/platform/http/openapi-form.ts'
import { LIST_HEADERS, NOT_MODIFIED } from '#server/platform/http/openapi-responses.ts'
import type { App } from '#server/platform/http/server.ts'
import type { PublicLists } from '#server/platform/lists/public-lists.ts'
import type { ClaimUpload } from '#server/platform/media/intake/claimed-upload.ts'
import { withForm } from '#server/platform/media/intake/with-form.ts'
import type { MediaLibrary } from '#server/platform/media/store/media-library.ts'
import type { PodcastService } from './podcasts.service.ts'

const tags = ['podcasts']

export function podcastRoutes({ podcasts, lists }: { podcasts: PodcastService; lists: PublicLists }) {
  return async (app: App) => {
    app.get(
      '/podcasts',
      {
        schema: {
          tags,
          summary: 'Episodes, newest first',
          querystring: CatalogueQuery,
          response: { 200: z.array(Podcast), ...NOT_MODIFIED },
          notes: { responseHeaders: LIST_HEADERS },
        },
      },
      (request, reply) => lists.send(request, reply, podcasts),
    )

    app.get('/podcasts/:id', { schema: { tags, summary: 'One episode', params: ItemId, response: { 200: Podcast } } }, ({ params }) =>
      podcasts.get(params.id),
    )

    app.get(
      '/podcasts/:id/next',
      {
        schema: {
          tags,
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
  const fields = PodcastFields.extend({ audioUpload: uploadReference('audio') })
  const form = {
    folder: library.tempFolder,
    requireFreeSpace: library.requireFreeSpace,
    files: {
      coverImage: { kind: 'image' as const, limitBytes: limits.imageBytes },
      audio: { kind: 'audio' as const, limitBytes: limits.audioBytes },
    },
    upload: { field: 'audio' as const, claim: claimUpload },
  }

  return async (app: App) => {
    app.post(
      '/podcasts',
      {
        schema: {
          tags,
          summary: 'Publish an episode',
          ...documentForm(fields, ['coverImage', 'audio']),
          response: { 201: Podcast },
        },
      },
      async (request, reply) => reply.code(201).send(await withForm(request, form, (sent) => podcasts.add(sent, { by: request.actor }))),
    )

    app.patch(
      '/podcasts/:id',
      {
        schema: {
          tags,
          summary: 'Change an episode; what is not sent stays',
          params: ItemId,
          ...documentForm(fields.partial().extend({ updatedAt: StartedFrom }), ['coverImage', 'audio'], { optional: true }),
          response: { 200: Podcast },
        },
      },
      (request) => withForm(request, form, (sent) => podcasts.change(request.params.id, sent, { by: request.actor })),
    )

    app.delete(
      '/podcasts/:id',
      { schema: { tags, summary: 'Remove an episode with its files', params: ItemId, response: { 204: z.null() } } },
      async (request, reply) => {
        await podcasts.remove(request.params.id, { by: request.actor })
        return reply.code(204).send(null)
      },
    )
  }
}
