import type { Media } from '#server/media/media.ts'
import type { StoredFile } from '#server/media/store/media-library.ts'
import type { Feature } from '#server/platform/feature.ts'
import type { Platform } from '#server/platform/platform.ts'
import type { FindItemPreview } from '#server/product-directory.ts'
import { createLowBitrateAudioService, type LowBitrateAudioService } from './low-bitrate-audio/low-bitrate-audio.service.ts'
import { createLowBitrateAudioStore, type DerivedRole } from './low-bitrate-audio/low-bitrate-audio.store.ts'
import { createLowBitrateAudioMaker } from './low-bitrate-audio/make-low-bitrate-audio.ts'
import { transcriptRoutes } from './transcripts/transcripts.routes.ts'
import { createTranscriptService, type TranscriptServiceDeps } from './transcripts/transcripts.service.ts'

/** Interval of the audio encoding worker, and its delay after a server start, so that encoding doesn't slow down the start. */
const EVERY_SECONDS = 5
const CALM_SECONDS = 45

/** Low-bitrate audio and chapters of podcast episodes and audiobooks, and transcripts of episodes. */
export interface Listening {
  lowBitrateAudio: LowBitrateAudioService
  /** Finds the low-bitrate audio or the AAC file of a recording; undefined if the file doesn't exist */
  findDerivedAudio: (recordingKey: string, role: DerivedRole) => Promise<StoredFile | undefined>
  features: Feature[]
}

export function openListening({
  platform: { orm, database, catalogueVersion, bodies },
  media: { library, publish, ffmpeg, signedUrls },
  isOn,
  episodes,
  books,
  mayOpen,
  findPreview,
}: Pick<TranscriptServiceDeps, 'episodes' | 'books' | 'mayOpen'> & {
  platform: Platform
  media: Media
  /** Whether low-bitrate audio is encoded */
  isOn: boolean
  findPreview: FindItemPreview
}): Listening {
  const store = createLowBitrateAudioStore(orm)
  const lowBitrateAudio = createLowBitrateAudioService({
    store,
    maker: createLowBitrateAudioMaker({ library, publish, store, ffmpeg }),
    ffmpeg,
    isOn,
    catalogueVersion,
    sessionLocks: database.sessionLocks,
    requireFreeSpace: library.requireFreeSpace,
  })
  const worker = {
    name: 'encode low-bitrate audio',
    everySeconds: EVERY_SECONDS,
    afterSeconds: CALM_SECONDS,
    run: lowBitrateAudio.makeInBackground,
  }
  const transcripts = createTranscriptService({ episodes, books, signedUrls, mayOpen })

  return {
    lowBitrateAudio,
    findDerivedAudio: store.find,
    features: [{ workers: isOn ? [worker] : [] }, { publicRoutes: [transcriptRoutes(transcripts, { bodies, findPreview })] }],
  }
}
