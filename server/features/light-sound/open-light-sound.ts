import type { CatalogueVersion } from '#server/platform/database/catalogue-version.ts'
import type { Database, Orm } from '#server/platform/database/database.ts'
import type { Ffmpeg } from '#server/platform/media/sound/ffmpeg.ts'
import type { MediaLibrary } from '#server/platform/media/store/media-library.ts'
import type { PublishToCatalogue } from '#server/platform/media/store/publish-to-catalogue.ts'
import { createLightSoundService } from './light-sound.service.ts'
import { createLightSoundStore } from './light-sound.store.ts'
import { createLightMaker } from './make-light.ts'

/** Interval of the worker, and its delay after a start, which encoding must not slow down. */
const EVERY_SECONDS = 5
const CALM_SECONDS = 45

/** Opens the encoding of low-bitrate audio. The media feature serves the files. */
export function openLightSound({
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
  const store = createLightSoundStore(orm)
  const maker = createLightMaker({ library, publish, store, ffmpeg })
  const { requireFreeSpace } = library
  const lightSound = createLightSoundService({ store, maker, ffmpeg, isOn, catalogueVersion, sessionLocks, requireFreeSpace })
  const loop = {
    name: 'encode low-bitrate audio',
    everySeconds: EVERY_SECONDS,
    afterSeconds: CALM_SECONDS,
    run: lightSound.makeInBackground,
  }
  return { lightSound, findLight: store.find, loops: isOn ? [loop] : [] }
}
