import { useEffect } from 'react'
import { listen } from '#web/lib/browser-events.ts'
import { writeStorage } from '#web/lib/storage/local-storage.ts'
import type { Episode } from './use-source.ts'

/** Forgets the recording in the player, which then does not return with the next page load. */
export const forgetOpenRecording = () => void writeStorage('openRecording', null)

/** Stores the recording that plays, until it ends. The code is loaded when the sound has begun. */
export function useStoredRecording(audio: HTMLAudioElement, opened: Episode): void {
  useEffect(() => {
    let isStored = false
    async function store() {
      if (isStored) return
      isStored = true
      const loaded = await import('#web/lib/access/open-recording.ts').catch(() => undefined)
      if (isStored) loaded?.storeOpenRecording(opened)
    }
    const stops = [
      listen(audio, 'playing', () => void store()),
      listen(audio, 'ended', () => {
        isStored = false
        forgetOpenRecording()
      }),
    ]
    return () => {
      isStored = false
      for (const stop of stops) stop()
    }
  }, [audio, opened])
}
