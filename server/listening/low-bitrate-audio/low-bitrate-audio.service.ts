import type { Ffmpeg } from '#server/media/audio/ffmpeg.ts'
import { skipInterrupted } from '#server/media/skip-interrupted.ts'
import { MissingMediaError } from '#server/media/store/media-store.ts'
import { LOCKS } from '#server/platform/database/locks.ts'
import type { SessionLocks } from '#server/platform/database/session-locks.ts'
import type { RequireFreeSpace } from '#server/platform/files/free-disk-space.ts'
import { runAfterChanges } from '#server/platform/jobs/after-changes.ts'
import { dueBatches } from '#server/platform/jobs/due-batches.ts'
import type { LowBitrateAudioProgress, LowBitrateAudioStore } from './low-bitrate-audio.store.ts'
import type { LowBitrateAudioMaker } from './make-low-bitrate-audio.ts'

/** Free disk space that encoding requires: for an hour of music and a downloaded copy of the recording, in bytes. */
const ROOM_BYTES = 128 * 1024 * 1024

export type LowBitrateAudioService = ReturnType<typeof createLowBitrateAudioService>

export function createLowBitrateAudioService(deps: {
  store: LowBitrateAudioStore
  maker: LowBitrateAudioMaker
  ffmpeg: Pick<Ffmpeg, 'canWrite'>
  isOn: boolean
  catalogueVersion: { current: () => number }
  sessionLocks: Pick<SessionLocks, 'withLock'>
  requireFreeSpace: RequireFreeSpace
}) {
  const { store, maker, ffmpeg, isOn, catalogueVersion, sessionLocks, requireFreeSpace } = deps

  /** Encodes one recording, unless another instance is encoding the recording. */
  async function makeOne(key: string, signal: AbortSignal): Promise<void> {
    await sessionLocks.withLock(LOCKS.lowBitrateAudio, key, signal, async (ended) => {
      try {
        await requireFreeSpace(ROOM_BYTES)
        await maker.make(key, ended)
      } catch (error) {
        // An error is ignored if the recording was deleted in the meantime or the server is shutting down.
        if (!ended.aborted && !(error instanceof MissingMediaError)) throw error
      }
    })
  }

  async function makeDue(signal: AbortSignal, onFile: () => void): Promise<void> {
    await maker.removeAssets('orphaned')
    if (!(await ffmpeg.canWrite('libopus'))) return
    await skipInterrupted(async (attempt) => {
      for await (const due of dueBatches(store.listDue, signal)) {
        for (const key of due) {
          if (signal.aborted) return
          await attempt(() => makeOne(key, signal))
          onFile()
        }
      }
    })
  }

  async function forgetFailures() {
    await maker.removeAssets('failed')
  }

  return {
    /** Returns the encoding progress, or null when low-bitrate audio is disabled. Checks again whether ffmpeg is available. */
    progress: async (): Promise<(LowBitrateAudioProgress & { hasFfmpeg: boolean }) | null> =>
      isOn ? { ...(await store.progress()), hasFfmpeg: await ffmpeg.canWrite('libopus', { again: true }) } : null,

    listFailedFiles: async (limit: number): Promise<string[]> => (isOn ? store.listFailedFiles(limit) : []),

    /** Encodes missing low-bitrate audio in the background. Failed encodings are retried after the next server start. */
    makeInBackground: runAfterChanges({ catalogueVersion, begin: forgetFailures, work: (signal) => makeDue(signal, () => undefined) }),

    /** Encodes all missing low-bitrate audio, and retries failed encodings. */
    makeAll: async (signal: AbortSignal, onFile: () => void): Promise<void> => {
      await forgetFailures()
      await makeDue(signal, onFile)
    },

    removeAll: (): Promise<number> => maker.removeAssets('all'),
  }
}
