import { dirname } from 'node:path'
import { v7 as uuidv7 } from 'uuid'
import { fromMinor, toMinor } from '#contracts/money.ts'
import { formatDuration } from '#contracts/duration.ts'
import { type Podcast, PodcastChanges, PodcastFields } from '#contracts/podcast.ts'
import { isFree } from '#contracts/price.ts'
import { parseFields } from '#server/platform/http/parse-fields.ts'
import { notFound } from '#server/platform/http/problems.ts'
import type { MultipartForm } from '#server/platform/media/multipart-form.ts'
import { prepareAudio } from '#server/platform/media/prepare-audio.ts'
import { prepareImage } from '#server/platform/media/prepare-image.ts'
import type { PublishToCatalogue } from '#server/platform/media/publish-to-catalogue.ts'
import type { UploadedFile } from '#server/platform/media/uploaded-file.ts'
import type { PodcastStore } from './podcasts.store.ts'

export type PodcastForm = MultipartForm<'coverImage' | 'audio'>
export type PodcastService = ReturnType<typeof createPodcastService>

export function createPodcastService({
  store,
  publish,
  pixelLimit,
}: {
  store: PodcastStore
  publish: PublishToCatalogue
  pixelLimit: number
}) {
  // Beside the upload, so that what isn't published goes with it.
  const prepareCover = (file: UploadedFile) => prepareImage(file, { folder: dirname(file.path), pixelLimit })
  const audience = (price: number) => (isFree(price) ? 'public' : 'owners')

  async function get(id: string): Promise<Podcast> {
    const podcast = await store.find(id)
    if (!podcast) throw notFound('episode')
    return podcast
  }

  return {
    list: store.list,
    get,

    /** Without a duration in the form, the recording's own is taken. */
    add: async ({ fields, files }: PodcastForm, id: string = uuidv7()): Promise<Podcast> => {
      const { coverImage, audio } = files
      const { price, duration, ...texts } = parseFields(PodcastFields, fields, [
        ...(coverImage ? [] : [{ field: 'coverImage', message: 'Choose a cover image.' }]),
        ...(audio ? [] : [{ field: 'audio', message: 'Choose an audio file.' }]),
      ])
      if (!coverImage || !audio) throw new Error('Missing files passed the check')
      const cover = await prepareCover(coverImage)
      const recording = await prepareAudio(audio)
      await publish(async ({ transaction, add }) => {
        const coverId = await add(cover)
        const audioId = await add(recording, audience(price))
        const length = duration ?? formatDuration(recording.details.durationSeconds)
        await store.insert(transaction, { id, ...texts, duration: length, priceMinor: toMinor(price), coverId, audioId })
      })
      return get(id)
    },

    /** A new recording brings its own duration unless the form names one. */
    change: async (id: string, { fields, files }: PodcastForm): Promise<Podcast> => {
      const { price, duration, ...texts } = parseFields(PodcastChanges, fields)
      await get(id)
      const cover = files.coverImage && (await prepareCover(files.coverImage))
      const recording = files.audio && (await prepareAudio(files.audio))
      const length = duration ?? (recording && formatDuration(recording.details.durationSeconds))
      await publish(async ({ transaction, add, setAudience, drop }) => {
        const current = await store.lock(transaction, id)
        if (!current) throw notFound('episode')
        const coverId = cover && (await add(cover))
        const audioId = recording && (await add(recording, audience(price ?? fromMinor(current.priceMinor))))
        await store.update(transaction, id, {
          ...texts,
          ...(length && { duration: length }),
          ...(price !== undefined && { priceMinor: toMinor(price) }),
          ...(coverId && { coverId }),
          ...(audioId && { audioId }),
        })
        if (coverId) await drop(current.coverId)
        if (audioId) await drop(current.audioId)
        else if (price !== undefined) await setAudience(current.audioId, audience(price))
      })
      return get(id)
    },

    remove: async (id: string): Promise<void> => {
      await publish(async ({ transaction, drop }) => {
        const podcast = await store.lock(transaction, id)
        if (!podcast) throw notFound('episode')
        await store.remove(transaction, id)
        await drop(podcast.coverId)
        await drop(podcast.audioId)
      })
    },
  }
}
