import { useEffect, useState } from 'react'
import { readStorage, writeStorage } from '#web/lib/storage/local-storage.ts'
import { parseSpeed } from './speeds.ts'

const KEY = 'listeningSpeed'

/** How fast this listener likes it, for every episode. */
export function useSpeed(audio: HTMLAudioElement) {
  const [speed, setSpeed] = useState(() => parseSpeed(readStorage(KEY)))

  useEffect(() => {
    // Loading another recording falls back to the default.
    audio.defaultPlaybackRate = speed
    audio.playbackRate = speed
  }, [audio, speed])

  function choose(next: number) {
    writeStorage(KEY, String(next))
    setSpeed(next)
  }
  return [speed, choose] as const
}
