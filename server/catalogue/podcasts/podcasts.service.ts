import type { Readable } from 'node:stream'
import { type Chapter, chapterProblem, formatChapters, parseChapters } from '#contracts/catalogue/chapter.ts'
import { type Podcast, PodcastChanges, type PodcastDetails, PodcastFields, podcastForm } from '#contracts/catalogue/podcast.ts'
import type { Cue } from '#contracts/catalogue/transcript.ts'
import type { MediaType } from '#contracts/common/file-formats.ts'
import type { CatalogueQuery } from '#contracts/common/list.ts'
import type { UploadedRecording } from '#contracts/common/upload.ts'
import { formatDuration, parseDuration } from '#contracts/listening/duration.ts'
import { fromMinor, toMinor } from '#contracts/shop/money.ts'
import { formatPrice, isFree } from '#contracts/shop/price.ts'
import type { ItemDeps } from '#server/catalogue/items/item-deps.ts'
import type { ItemKind } from '#server/catalogue/items/item-kind.ts'
import { createItemService } from '#server/catalogue/items/items.service.ts'
import { prepareStoredPreview } from '#server/catalogue/items/stored-preview.ts'
import { PODCAST_TYPES } from '#server/media/audio/audio-codings.ts'
import { cutRecordingPreview, inspectAudio, prepareAudio } from '#server/media/processing/prepare-audio.ts'
import { prepareImage } from '#server/media/processing/prepare-image.ts'
import { prepareTranscript } from '#server/media/processing/prepare-transcript.ts'
import { findUploads } from '#server/media/store/find-uploads.ts'
import type { UploadedFile } from '#server/media/upload/receive-file.ts'
import { invalidRequest, notFound } from '#server/platform/problems.ts'
import type { ItemPreview } from '#server/product-directory.ts'
import type { PodcastRow, PodcastStore } from './podcasts.store.ts'
import type { TranscriptStore } from './transcripts.store.ts'

export type PodcastService = ReturnType<typeof createPodcastService>

/** Returns the keys of the files that all visitors may play while the episode is public. */
export function podcastVisitorKeys({ price, audioUrl }: Pick<Podcast, 'price' | 'audioUrl'>): string[] {
  return isFree(price) ? [audioUrl] : []
}

type PodcastTypes = {
  fields: PodcastFields
  item: PodcastDetails
  details: PodcastDetails
  row: PodcastRow
  file: 'coverImage' | 'audio' | 'transcript'
}

/** Creates the definition of episodes as a kind of items. */
function createPodcastKind(transcripts: TranscriptStore, { orm, library, limits, ffmpeg, shopTime }: ItemDeps): ItemKind<PodcastTypes> {
  const cutPreview = async ({ price = 0 }: Partial<PodcastFields>, { key, type }: { key: string; type: string }) => {
    if (isFree(price)) return undefined
    const cut = (file: Readable) => cutRecordingPreview(file, { folder: library.tempFolder, type: type as MediaType })
    return prepareStoredPreview({ orm, library, label: 'episode', key, cut })
  }
  return {
    noun: 'podcast',
    shopTime,
    label: 'episode',
    form: podcastForm,
    fields: PodcastFields,
    changes: PodcastChanges,
    assets: {
      coverImage: {
        place: { column: 'coverId' },
        prepare: (file) => prepareImage(file, { pixelLimit: limits.imagePixels, jpeg: 'square' }),
      },
      audio: {
        place: { format: 'audio' },
        isKept: true,
        cutPreview,
        prepare: (file, { price }) => prepareAudio(file, { preview: !isFree(price), ffmpeg }),
        audience: ({ price }) => (isFree(price) ? 'public' : 'owners'),
      },
    },
    nameOf: ({ title }) => title,
    toFields: ({ priceMinor, chapters }) => ({ price: fromMinor(priceMinor), chapters: formatChapters(chapters) }),
    toColumns: ({ price, chapters = '' }) => ({ chapters: parseChapters(chapters), priceMinor: toMinor(price) }),
    toShown: ({ title, host, price, categories, cover }) => ({
      shape: 'square',
      title,
      by: host,
      categories,
      picture: cover,
      label: formatPrice(price),
      isFree: isFree(price),
    }),
    visitorKeys: podcastVisitorKeys,
    // The recording provides the duration unless the form states one, and the chapters of a new episode unless the form lists any.
    complete: ({ duration, ...given }, { audio }, { isNew }) => {
      const own = audio?.kind === 'audio' ? audio.details : undefined
      const length = duration ?? (own && formatDuration(own.durationSeconds))
      const chapters = isNew && !given.chapters ? own?.chapters?.filter(({ start }) => start < parseDuration(length ?? '')) : undefined
      return { ...given, ...(length && { duration: length }), ...(chapters && { chapters: formatChapters(chapters) }) }
    },
    check: ({ chapters = '', duration }) => {
      const message = chapterProblem(chapters, duration)
      if (message) throw invalidRequest([{ field: 'chapters', message }])
    },
    readMore: async ({ fields, files: { transcript } }, before) => {
      const removed = fields.transcript === '' && !transcript && before?.hasTranscript
      if (!transcript && !removed) return undefined
      const cues = transcript ? await prepareTranscript(transcript) : []
      return {
        save: async (transaction, id) => {
          await transcripts.replace(transaction, id, cues)
          return removed ? [{ field: 'transcript', from: 'a file', to: '' }] : []
        },
      }
    },
    // A preview is created from the stored recording if an episode gets a price after publication.
    prepareMore: async (before, { price }, { audio }) => {
      if (audio || !isFree(before.price)) return undefined
      const preview = await cutPreview({ price }, { key: before.audioUrl, type: before.audioType })
      return (
        preview && { save: async (publication, { audio: assetId = '' }) => preview.save(publication, assetId), discard: preview.discard }
      )
    },
  }
}

export function createPodcastService({ store, transcripts }: { store: PodcastStore; transcripts: TranscriptStore }, deps: ItemDeps) {
  const { orm, ffmpeg, encodesAudio } = deps
  const kind = createPodcastKind(transcripts, deps)
  const items = createItemService({ ...deps, kind, store }, deps)

  return {
    list: store.list,
    /** Lists episodes with their files for feeds. `free` omits priced episodes */
    listForFeeds: async (query: CatalogueQuery & { free?: boolean }) => {
      const page = await store.list(query)
      return { ...page, items: await store.withFeedFiles(page.items) }
    },
    viewForFeeds: async (idOrSlug: string, preview?: ItemPreview) => {
      const [episode] = await store.withFeedFiles([await items.view(idOrSlug, preview)])
      if (!episode) throw notFound('episode')
      return episode
    },
    listInAllStates: store.listInAllStates,
    latest: store.latest,
    findIds: store.findIds,
    findNames: store.findNames,
    listForSitemap: async (page: number) =>
      (await store.listForSitemap(page)).map(({ slug, coverImage: image, updatedAt }) => ({ slug, image, updatedAt })),
    listAll: store.listAll,
    listByFiles: store.listByFiles,
    findUploads: () => findUploads(orm),
    /** Returns a page of the free episodes and the episodes with the given ids, newest first, and their total number */
    listHearable: async (ids: string[], page: { limit: number; offset: number }) => {
      const { items, total } = await store.listHearable(ids, page)
      return { items: await store.withFeedFiles(items), total }
    },
    ...items,

    /**
     * Returns the duration of a recording, the codec if it would be converted, and whether podcast apps would play it. Throws the problem
     * that publication would report.
     */
    inspectRecording: async (file: UploadedFile): Promise<UploadedRecording> => {
      const {
        file: { type },
        durationSeconds,
        chapters,
        chaptersLeftOut,
        coding,
        plan,
      } = await inspectAudio(file, ffmpeg)
      const isPlayed = plan === 'converted' || PODCAST_TYPES.includes(type)
      const isEncoded = encodesAudio && (await ffmpeg.canWrite('aac'))
      return {
        durationSeconds,
        duration: formatDuration(durationSeconds),
        convertedFrom: plan === 'plays' ? null : coding.name,
        chapters: chapters.length,
        chaptersLeftOut,
        inPodcastApps: isPlayed ? 'plays' : isEncoded ? 'encoded' : 'unsupported',
      }
    },

    /** Returns the cues of a transcript in order, without an access check; with `endsBy`, only cues that end by the given second */
    readTranscript: (id: string, options?: { endsBy?: number }): Promise<Cue[]> => transcripts.find(id, orm, options),

    /** Returns the chapters in the recording's tags, which may differ from the published ones. */
    listFileChapters: async (id: string): Promise<Chapter[]> => {
      await items.get(id)
      return store.findFileChapters(id)
    },

    /** Returns the next later episode in the given categories. @throws notFound or gone unless visitors may open the episode */
    findNext: async (id: string, category: string | undefined): Promise<Podcast | undefined> => {
      await items.view(id)
      return store.findNext(id, category)
    },
  }
}
