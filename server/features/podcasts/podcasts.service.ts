import { formatDuration } from '#contracts/duration.ts'
import { fromMinor, toMinor } from '#contracts/money.ts'
import { type Podcast, PodcastChanges, PodcastFields } from '#contracts/podcast.ts'
import { isFree } from '#contracts/price.ts'
import type { ItemDeps } from '#server/features/items/item-deps.ts'
import { createItemService, type ItemKind } from '#server/features/items/items.service.ts'
import { prepareAudio } from '#server/platform/media/preparation/prepare-audio.ts'
import { prepareImage } from '#server/platform/media/preparation/prepare-image.ts'
import type { PodcastRow, PodcastStore } from './podcasts.store.ts'

export type PodcastService = ReturnType<typeof createPodcastService>

export function createPodcastService(store: PodcastStore, { publish, record, limits }: ItemDeps) {
  const kind: ItemKind<PodcastFields, Podcast, PodcastRow, 'coverImage' | 'audio'> = {
    noun: 'podcast',
    label: 'episode',
    fields: PodcastFields,
    changes: PodcastChanges,
    assets: {
      coverImage: {
        column: 'coverId',
        missing: 'Choose a cover image.',
        prepare: (file) => prepareImage(file, { pixelLimit: limits.imagePixels }),
      },
      audio: {
        column: 'audioId',
        missing: 'Choose an audio file.',
        prepare: prepareAudio,
        audience: ({ price }) => (isFree(price) ? 'public' : 'owners'),
      },
    },
    nameOf: ({ title }) => title,
    toFields: ({ title, host, description, categories, priceMinor, duration }) => ({
      ...{ title, host, description, categories, duration },
      price: fromMinor(priceMinor),
    }),
    toColumns: ({ price, ...texts }) => ({ ...texts, priceMinor: toMinor(price) }),
    // A recording brings its own duration unless the form names one.
    complete: ({ duration, ...given }, { audio }) => {
      const own = audio?.kind === 'audio' ? formatDuration(audio.details.durationSeconds) : undefined
      return { ...given, ...((duration ?? own) && { duration: duration ?? own }) }
    },
  }
  const items = createItemService(kind, { store, publish, record })

  return {
    list: store.list,
    latest: store.latest,
    listAll: store.listAll,
    ...items,

    /** The episode of these categories that was published next after it. @throws notFound when it does not exist itself */
    findNext: async (id: string, category: string | undefined): Promise<Podcast | undefined> => {
      await items.get(id)
      return store.findNext(id, category)
    },
  }
}
