import { dirname } from 'node:path'
import { v7 as uuidv7 } from 'uuid'
import { formatDuration } from '#contracts/duration.ts'
import { fromMinor, toMinor } from '#contracts/money.ts'
import { type Podcast, PodcastChanges, PodcastFields } from '#contracts/podcast.ts'
import { isFree } from '#contracts/price.ts'
import type { Actor, RecordAction } from '#server/platform/audit/action.ts'
import { changesBetween, replaced } from '#server/platform/audit/changes.ts'
import { refuseStale } from '#server/platform/database/refuse-stale.ts'
import { parseFields } from '#server/platform/http/parse-fields.ts'
import type { MultipartForm } from '#server/platform/media/intake/multipart-form.ts'
import type { UploadedFile } from '#server/platform/media/intake/uploaded-file.ts'
import { prepareAudio } from '#server/platform/media/preparation/prepare-audio.ts'
import { prepareImage } from '#server/platform/media/preparation/prepare-image.ts'
import type { PublishToCatalogue } from '#server/platform/media/store/publish-to-catalogue.ts'
import { notFound } from '#server/platform/problems.ts'
import type { PodcastStore } from './podcasts.store.ts'

export type PodcastForm = MultipartForm<'coverImage' | 'audio'>
export type PodcastService = ReturnType<typeof createPodcastService>

export function createPodcastService({
  store,
  publish,
  record,
  pixelLimit,
}: {
  store: PodcastStore
  publish: PublishToCatalogue
  record: RecordAction
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
    latest: store.latest,
    listAll: store.listAll,
    get,

    /** The episode of these categories that was published next after it. @throws notFound when it is not there itself */
    findNext: async (id: string, category: string | undefined): Promise<Podcast | undefined> => {
      await get(id)
      return store.findNext(id, category)
    },

    /** Without a duration in the form, the recording's own is taken. */
    add: async ({ fields, files }: PodcastForm, { id = uuidv7(), by }: { id?: string; by?: Actor | undefined } = {}): Promise<Podcast> => {
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
        await record(transaction, { noun: 'podcast', verb: 'added', subject: { id, name: texts.title }, by })
      })
      return get(id)
    },

    /** A new recording brings its own duration unless the form names one. */
    change: async (id: string, { fields, files }: PodcastForm, { by }: { by?: Actor | undefined } = {}): Promise<Podcast> => {
      const { price, duration, updatedAt, ...texts } = parseFields(PodcastChanges, fields)
      refuseStale('episode', (await get(id)).updatedAt, updatedAt)
      const cover = files.coverImage && (await prepareCover(files.coverImage))
      const recording = files.audio && (await prepareAudio(files.audio))
      const length = duration ?? (recording && formatDuration(recording.details.durationSeconds))
      await publish(async ({ transaction, add, setAudience, drop }) => {
        const current = await store.lock(transaction, id)
        if (!current) throw notFound('episode')
        refuseStale('episode', current.updatedAt, updatedAt)
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
        const known = { ...current, price: fromMinor(current.priceMinor) }
        const changes = [...changesBetween(known, { ...texts, price, duration: length }), ...replaced(files)]
        if (changes.length > 0)
          await record(transaction, { noun: 'podcast', verb: 'changed', subject: { id, name: texts.title ?? current.title }, changes, by })
      })
      return get(id)
    },

    remove: async (id: string, { by }: { by?: Actor | undefined } = {}): Promise<void> => {
      await publish(async ({ transaction, drop }) => {
        const podcast = await store.lock(transaction, id)
        if (!podcast) throw notFound('episode')
        await store.remove(transaction, id)
        await drop(podcast.coverId)
        await drop(podcast.audioId)
        await record(transaction, { noun: 'podcast', verb: 'deleted', subject: { id, name: podcast.title }, by })
      })
    },
  }
}
