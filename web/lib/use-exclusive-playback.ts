import { useEffect } from 'react'
import { listen } from './browser-events.ts'
import { shareSound } from './one-sound.ts'

/** Pauses other sounds when playback starts, and playback when another sound starts, in this tab or another one. */
export function useExclusivePlayback(audio: HTMLAudioElement | null) {
  useEffect(() => {
    if (!audio) return
    const sound = shareSound(() => audio.pause())
    const stop = listen(audio, 'play', sound.begin)
    return () => {
      stop()
      sound.release()
    }
  }, [audio])
}
