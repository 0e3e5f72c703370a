import type { Ffmpeg } from '#server/media/audio/ffmpeg.ts'
import type { MediaLibrary } from '#server/media/store/media-library.ts'
import type { PublishToCatalogue } from '#server/media/store/publish-to-catalogue.ts'
import type { CatalogueVersion } from '#server/platform/database/catalogue-version.ts'
import type { Database, Orm } from '#server/platform/database/database.ts'
import { createLowBitrateAudioService } from './low-bitrate-audio.service.ts'
import { createLowBitrateAudioStore } from './low-bitrate-audio.store.ts'
import { createLowBitrateAudioMaker } from './make-low-bitrate-audio.ts'

/** Interval of the worker, and its delay after a start, which encoding must not slow down. */
const EVERY_SECONDS = 5
const CALM_SECONDS = 45

/** Opens the encoding of low-bitrate audio. `server/media/delivery` serves the files. */
export function openLowBitrateAudio({
  orm,
  library,
  publish,
  database: { sessionLocks },
  catalogueVersion,
  isOn,
  ffmpeg,
}: {
  orm: Orm
  library: MediaLibrary
  publish: PublishToCatalogue
  database: Pick<Database, 'sessionLocks'>
  catalogueVersion: Pick<CatalogueVersion, 'current'>
  /** Whether low-bitrate audio is encoded */
  isOn: boolean
  ffmpeg: Ffmpeg
}) {
  const store = createLowBitrateAudioStore(orm)
  const maker = createLowBitrateAudioMaker({ library, publish, store, ffmpeg })
  const { requireFreeSpace } = library
  const lowBitrateAudio = createLowBitrateAudioService({ store, maker, ffmpeg, isOn, catalogueVersion, sessionLocks, requireFreeSpace })
  const worker = {
    name: 'encode low-bitrate audio',
    everySeconds: EVERY_SECONDS,
    afterSeconds: CALM_SECONDS,
    run: lowBitrateAudio.makeInBackground,
  }
  return { lowBitrateAudio, findLowBitrateAudio: store.find, workers: isOn ? [worker] : [] }
}
