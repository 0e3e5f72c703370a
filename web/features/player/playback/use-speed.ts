import { useEffect, useState } from 'react'
import { readStorage, writeStorage } from '#web/lib/storage/local-storage.ts'
import { parseSpeed } from './speeds.ts'

const KEY = 'listeningSpeed'

/** The listener's playback speed, for all episodes. */
export function useSpeed(audio: HTMLAudioElement) {
  const [speed, setSpeed] = useState(() => parseSpeed(readStorage(KEY)))

  useEffect(() => {
    // Loading another recording resets to the default rate.
    audio.defaultPlaybackRate = speed
    audio.playbackRate = speed
  }, [audio, speed])

  function choose(next: number) {
    writeStorage(KEY, String(next))
    setSpeed(next)
  }
  return [speed, choose] as const
}
