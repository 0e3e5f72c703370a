import { useEffect } from 'react'
import { readStorage, writeStorage } from '#web/lib/storage/local-storage.ts'
import { findPosition, parsePositions, updatePosition } from './listening-position.ts'

const KEY = 'listeningPositions'
const EVERY_MS = 5000

/** Where this browser was in the episode. */
export function readPosition(episode: string): number {
  return findPosition(parsePositions(readStorage(KEY)), episode)
}

/** Remembers where the listener is, every few seconds and whenever that may be the last chance. */
export function useSavePosition(audio: HTMLAudioElement, episode: string) {
  useEffect(() => {
    let keptAt = 0
    function keep() {
      // Nothing is known of a recording that has not begun to load.
      if (!Number.isFinite(audio.duration)) return
      keptAt = Date.now()
      const position = { episode, seconds: audio.currentTime, length: audio.duration }
      writeStorage(KEY, JSON.stringify(updatePosition(parsePositions(readStorage(KEY)), position)))
    }
    const keepNowAndThen = () => Date.now() - keptAt > EVERY_MS && keep()
    const last = ['pause', 'seeked', 'ended']
    for (const name of last) audio.addEventListener(name, keep)
    audio.addEventListener('timeupdate', keepNowAndThen)
    window.addEventListener('pagehide', keep)
    document.addEventListener('visibilitychange', keep)
    return () => {
      keep()
      for (const name of last) audio.removeEventListener(name, keep)
      audio.removeEventListener('timeupdate', keepNowAndThen)
      window.removeEventListener('pagehide', keep)
      document.removeEventListener('visibilitychange', keep)
    }
  }, [audio, episode])
}
